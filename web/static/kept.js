// What a browser keeps for a page. Where it may keep nothing, as with cookies blocked, or has no room, the page itself
// remembers it as long as it is open.

class Kept {
  constructor(name) {
    this.name = name;
    this.unkept = new Map();
  }

  get(key) {
    try {
      return this.unkept.get(key) ?? globalThis[this.name].getItem(key);
    } catch {
      return null;
    }
  }

  set(key, text) {
    this.unkept.delete(key);
    try {
      globalThis[this.name].setItem(key, text);
    } catch {
      this.unkept.set(key, text);
    }
  }

  delete(key) {
    this.unkept.delete(key);
    try {
      globalThis[this.name].removeItem(key);
    } catch {
      // it was never kept
    }
  }

  // What was kept as JSON; null where that is nothing, or damaged.
  read(key) {
    try {
      return JSON.parse(this.get(key));
    } catch {
      return null;
    }
  }

  write(key, value) {
    this.set(key, JSON.stringify(value));
  }
}

export const onDevice = new Kept("localStorage");
export const inTab = new Kept("sessionStorage");
