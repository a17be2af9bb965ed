// Decoders
