import { type ObjectType, objectTypes } from '@stoa/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A 64-bit id as string, because it exceeds the safe integers of JavaScript. */
export const bigId = customType<{ data: string; driverData: string }>({
  dataType: () => 'bigint',
  fromDriver: (value) => String(value),
})

/** The digits of the id contain the object type. */
export function objectPrimaryKey(type: ObjectType) {
  const firstId = 10n ** 16n + BigInt(objectTypes[type]) * 10n ** 13n
  return bigId()
    .primaryKey()
    .default(sql.raw(`${firstId} + nextval('object_id_seq')`))
}

/** For rows that are not objects. The table declares the sequence. */
export function serialPrimaryKey(sequence: string) {
  return bigId()
    .primaryKey()
    .default(sql.raw(`nextval('${sequence}')`))
}

export function time(name: string) {
  return timestamp(name, { withTimezone: true })
}

/** Literals for checks and fixed conditions, which cannot have parameters. Only for names from the code. */
export function textList(names: readonly string[]): SQL {
  return sql.raw(names.map((name) => `'${name}'`).join(', '))
}
