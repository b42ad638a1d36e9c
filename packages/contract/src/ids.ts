import { z } from 'zod'

/** Object ids are 17 digits: `1`, a 3-digit type, a 13-digit sequence shared by all types. */
export const objectTypes = {
  question: 1,
  answer: 2,
  tag: 3,
  user: 4,
  collection: 6,
  comment: 7,
  report: 8,
  badge: 9,
  badge_award: 10,
} as const

export type ObjectType = keyof typeof objectTypes

const typeByNumber = new Map<number, ObjectType>(
  Object.entries(objectTypes).map(([name, number]) => [number, name as ObjectType]),
)

const base = 10n ** 16n
const perType = 10n ** 13n
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Upper bound of the sequence within one type. */
export const maxSequence = perType - 1n

export function objectIdOf(type: ObjectType, sequence: bigint | number) {
  return String(base + BigInt(objectTypes[type]) * perType + BigInt(sequence))
}

/** The id of another type with the same number, which sorts like the given one. */
export function toIdOfType(id: string, type: ObjectType) {
  return objectIdOf(type, (BigInt(id) - base) % perType)
}

/** The object type of a long id, or null when it is invalid. */
export function typeOfId(id: string): ObjectType | null {
  if (!/^1\d{16}$/.test(id)) return null
  return typeByNumber.get(Number(id.slice(1, 4))) ?? null
}

/** Short form of a long id: type and sequence, each plus 100, in base 62 with the least significant digit first. */
export function toShortId(id: string) {
  const number = BigInt(id) - base
  return encode(number / perType) + encode(number % perType)
}

/** Converts either form to the long id; null when the text is neither. */
export function toLongId(text: string): string | null {
  if (/^1\d{16}$/.test(text)) return text
  if (!/^[0-9a-zA-Z]{4,12}$/.test(text)) return null
  const type = decode(text.slice(0, 2))
  const sequence = decode(text.slice(2))
  if (type < 0n || type > 999n || sequence < 0n || sequence >= perType) return null
  return String(base + type * perType + sequence)
}

function encode(value: bigint) {
  let remaining = value + 100n
  let text = ''
  while (remaining > 0n) {
    text += alphabet[Number(remaining % 62n)]
    remaining /= 62n
  }
  return text
}

function decode(text: string) {
  let value = 0n
  for (const character of [...text].toReversed())
    value = value * 62n + BigInt(alphabet.indexOf(character))
  return value - 100n
}

/** Malformed ids become this one, so that they get the same "not found" response as unknown ids. */
const noObject = '0'

/** Parses the long or short id of an object of one of these types to the long form. */
export function objectId(...types: [ObjectType, ...ObjectType[]]) {
  return z
    .string()
    .max(32)
    .transform((text) => {
      const id = toLongId(text)
      const type = id === null ? null : typeOfId(id)
      return id !== null && type !== null && types.includes(type) ? id : noObject
    })
}
