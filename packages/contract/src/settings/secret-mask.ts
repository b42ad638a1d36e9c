/** Shown instead of a secret. Sent back unchanged, it keeps the secret. */
export const secretMask = '********'
