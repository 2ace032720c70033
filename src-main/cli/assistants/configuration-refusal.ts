/** A configuration that cannot be edited safely; the message completes the sentence "The file …". */
export class ConfigurationRefusal extends Error {}
