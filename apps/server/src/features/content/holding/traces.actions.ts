import { toSearchText, toPlainText } from '@stoa/markdown/plain'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { postTraces, type SpamSignal, traceKeys } from '../../../schema/waves.ts'
import { signatureOf } from './signature.rules.ts'
import { compare, gatherFacts, scoreContent, type Trace } from './spam.rules.ts'
import { listTargets, toNetwork } from './targets.rules.ts'
import { keysToSave } from './trace-keys.rules.ts'
import { findNeighbors } from './traces.queries.ts'

/** Enough to count accounts: more would add nothing to the score. */
const perKey = 40

type NewContent = {
  title: string
  html: string
  /** URLs of other sites. */
  links: readonly string[]
  ip: string
  author: { userId: string; createdAt: Date; isTrapped: boolean }
}

/** What is saved with the content to compare later content with. */
export type ScoredTrace = Trace & {
  userId: string
  score: number
  signals: readonly SpamSignal[]
  keys: readonly string[]
}

/** Compares content of a new user with that of others. One statement. */
export async function scoreNewContent(tx: Tx, content: NewContent): Promise<ScoredTrace> {
  const { title, html, links, author } = content
  const trace = {
    targets: listTargets(`${title} ${html}`, links),
    signature: signatureOfContent(title, html),
    network: toNetwork(content.ip),
  }
  const { userId } = author
  const neighbors = await findNeighbors(tx, trace, { userId, now: tx.now, perKey })
  const facts = gatherFacts(trace, neighbors, { ...author, now: tx.now })
  const others = neighbors.filter((one) => one.userId !== userId)
  const keys = keysToSave(trace, compare(trace, others))
  return { ...trace, ...scoreContent(facts), userId, keys }
}

/** Without code: users with the same error paste the same log. */
function signatureOfContent(title: string, html: string) {
  const prose = signatureOf(`${title} ${toPlainText(html)}`)
  return prose.length > 0 ? prose : signatureOf(`${title} ${toSearchText(html)}`)
}

type TracedContent = {
  objectId: string
  questionId: string
  isHeld: boolean
  createdAt?: Date
}

/** In the transaction of the content. One statement. */
export async function saveTrace(
  tx: Tx,
  { userId, targets, signature, network, score, signals, keys }: ScoredTrace,
  { objectId, questionId, isHeld, createdAt = tx.now }: TracedContent,
) {
  const at = createdAt.toISOString()
  await tx.execute(sql`
    with trace as (
      insert into ${postTraces}
        (object_id, question_id, user_id, created_at, network, hosts, signature, score, signals, is_held)
      values (${objectId}::bigint, ${questionId}::bigint, ${userId}::bigint, ${at}::timestamptz, ${network},
        ${toArray(targets)}, ${toArray(signature)}::integer[], ${score}, ${toArray(signals)}, ${isHeld})
      on conflict do nothing returning object_id, created_at
    )
    insert into ${traceKeys} (key, created_at, object_id)
    select distinct key, trace.created_at, trace.object_id
    from trace, unnest(${toArray(keys)}) as saved (key)`)
}

/** Text, because a list of parameters would be a new prepared statement for each length. */
function toArray(values: readonly (string | number)[]) {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
}
