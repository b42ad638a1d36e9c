import { sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { isStemmed } from './search.words.ts'

/** What the dictionaries know about words. */
export type Stems = {
  /** The English stem of a word; null for one that says nothing, such as "the", and for words that have none. */
  stemOf(word: string): string | null
  /** Whether a word says nothing in English. */
  isStop(word: string): boolean
  /** Whether a word says nothing in one of the languages people often write. */
  isStopSomewhere(word: string): boolean
}

type Row = { word: string; stem: string[] | null; stops: boolean }

/** Asked of the database, which has the dictionaries: one statement for any number of words. */
export async function stemsOf(db: Db, words: readonly string[]): Promise<Stems> {
  const asked = [...new Set(words.filter(isStemmed))]
  const known = new Map<string, Row>()
  const { rows } = await db.execute<Row>(sql`
    select word, ts_lexize('english_stem', word) as stem,
      ts_lexize('german_stem', word) = '{}' or ts_lexize('french_stem', word) = '{}'
        or ts_lexize('spanish_stem', word) = '{}' as stops
    from unnest(string_to_array(${asked.join(' ')}, ' ')) as asked (word)`)
  for (const row of rows) known.set(row.word, row)
  const isStop = (word: string) => known.get(word)?.stem?.length === 0
  return {
    stemOf: (word) => known.get(word)?.stem?.[0] ?? null,
    isStop,
    isStopSomewhere: (word) => isStop(word) || known.get(word)?.stops === true,
  }
}
