import { sql } from 'drizzle-orm'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Context, Tx } from '../../kernel/context.ts'
import type { ReadDb } from '../../kernel/database.ts'
import { createStatements } from '../../kernel/prepared.ts'
import { toDb } from './database.ts'
import { toReadDb } from './read-db.ts'

describe('ReadDb', () => {
  it('has no writes and no transactions', () => {
    expectTypeOf<ReadDb>().toHaveProperty('select')
    expectTypeOf<ReadDb>().not.toHaveProperty('insert')
    expectTypeOf<ReadDb>().not.toHaveProperty('update')
    expectTypeOf<ReadDb>().not.toHaveProperty('delete')
    expectTypeOf<ReadDb>().not.toHaveProperty('transaction')
    expectTypeOf<ReturnType<ReadDb['with']>>().toHaveProperty('select')
    expectTypeOf<ReturnType<ReadDb['with']>>().not.toHaveProperty('insert')
  })

  it('is what queries get from the context, and also from a transaction', () => {
    expectTypeOf<Context['db']>().toEqualTypeOf<ReadDb>()
    expectTypeOf<Context['primary']>().toEqualTypeOf<ReadDb>()
    expectTypeOf<Tx>().toExtend<ReadDb>()
    expectTypeOf<ReadDb>().not.toExtend<Tx>()
    expectTypeOf<Tx>().not.toHaveProperty('transaction')
    expectTypeOf<Tx['ctx']>().toHaveProperty('settings')
    expectTypeOf<Tx['ctx']>().not.toHaveProperty('db')
  })
})

describe('toReadDb', () => {
  const sent: string[] = []
  const query = async ({ text }: { text: string }) => {
    sent.push(text)
    return { rows: [] }
  }
  const db = toReadDb(toDb({ query } as never, createStatements(true)))

  it.each([
    sql`insert into users (id) values (1)`,
    sql`update questions set score = 1`,
    sql`update ${sql.identifier('questions')} q set score = 1`,
    sql`with gone as (delete from votes returning 1) select count(*) from gone`,
    sql`truncate users`,
    sql`create index on users (id)`,
  ])('rejects a raw statement that writes (%#)', (statement) => {
    expect(() => db.execute(statement)).toThrow('writes need a transaction')
    expect(sent).toEqual([])
  })

  it('sends a raw statement that reads', async () => {
    const text = 'select created_at, is_deleted from questions where updated_at is null'
    await db.execute(sql.raw(text))
    expect(sent).toEqual([text])
  })
})
