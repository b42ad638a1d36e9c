/** Works over plain HTTP too, unlike `crypto.randomUUID`. */
export function createRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
