"""Makes vision/letters.onnx anew: draws letter windows in many typefaces, fits a small network, calibrates, exports."""
