"""Makes vision/letters/letters.onnx anew: draws windows in many typefaces, fits a network, calibrates, exports."""
