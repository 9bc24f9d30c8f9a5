"""The whole appliance under load, faults and power cuts."""
