import { type ObjectType, objectTypes } from '@stoa/contract/ids'
import { sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A 64-bit id: text in the code, because its 17 digits do not fit a JavaScript number. */
export const bigId = customType<{ data: string; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => String(value),
})

/** The primary key of an object whose type can be read from its id. */
export function objectKey(type: ObjectType) {
  const first = 10n ** 16n + BigInt(objectTypes[type]) * 10n ** 13n
  return bigId()
    .primaryKey()
    .default(sql.raw(`${first} + nextval('object_id_seq')`))
}

/** The primary key of a row that is not an object: a plain growing number. The sequence is declared by its table. */
export function serialKey(sequence: string) {
  return bigId()
    .primaryKey()
    .default(sql.raw(`nextval('${sequence}')`))
}

/** A point in time. */
export function time(name: string) {
  return timestamp(name, { withTimezone: true })
}
