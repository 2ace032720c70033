/** Thrown if a configuration cannot be edited safely. The message completes the sentence "The file …". */
export class ConfigurationRefusal extends Error {}
