// Placeholder, to be replaced.
