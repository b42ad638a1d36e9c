import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { isStemmable } from './search.tokenizer.ts'

export type Stems = {
  /** The English stem; null for stop words and words without one. */
  stemOf(word: string): string | null
  isStopWord(word: string): boolean
  /** Whether it is a stop word in English, German, French or Spanish. */
  isStopWordAnywhere(word: string): boolean
}

type Row = { word: string; stem: string[] | null; stops: boolean }

/** Uses the dictionaries of the database. One statement for any number of words. */
export async function loadStems(db: ReadDb, words: readonly string[]): Promise<Stems> {
  const stemmable = [...new Set(words.filter(isStemmable))]
  const rowByWord = new Map<string, Row>()
  const { rows } = await db.execute<Row>(sql`
    select word, ts_lexize('english_stem', word) as stem,
      ts_lexize('german_stem', word) = '{}' or ts_lexize('french_stem', word) = '{}'
        or ts_lexize('spanish_stem', word) = '{}' as stops
    from unnest(string_to_array(${stemmable.join(' ')}, ' ')) as term (word)`)
  for (const row of rows) rowByWord.set(row.word, row)
  const isStop = (word: string) => rowByWord.get(word)?.stem?.length === 0
  return {
    stemOf: (word) => rowByWord.get(word)?.stem?.[0] ?? null,
    isStopWord: isStop,
    isStopWordAnywhere: (word) => isStop(word) || rowByWord.get(word)?.stops === true,
  }
}
