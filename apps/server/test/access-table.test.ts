// Every action on content, by every kind of caller and in every state. What the rules say is compared with what the server
// does and with the actions that it offers. access-table.md is written by this test and reviewed.
import { getAnswer } from '@stoa/contract/features/answers'
import { getComment } from '@stoa/contract/features/comments'
import type { MemberAction } from '@stoa/contract/features/posts'
import { getQuestion } from '@stoa/contract/features/questions'
import { moderationSettings } from '@stoa/contract/settings/moderation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { type Caller, createCallers } from './access-table/actors.ts'
import {
  canSee,
  type ContentAction,
  expectVerdict,
  mayCall,
} from './access-table/content-action.ts'
import {
  type Content,
  createContents,
  type Facts,
  heldWord,
  type Kind,
  readFacts,
  setOwner,
} from './access-table/objects.ts'
import { questionActions } from './access-table/question-actions.ts'
import { answerActions, commentActions } from './access-table/reply-actions.ts'
import { createSubjects } from './access-table/subjects.ts'
import { createProbe } from './access-table/rolled-back.ts'
import { type Cell, renderTables } from './access-table/rendering.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let callers: Caller[]
let contents: Content[]
let author: Awaited<ReturnType<typeof aUser>>
let probe: ReturnType<typeof createProbe>

beforeAll(async () => {
  site = await aSite()
  site.ctx.limits.take = async () => {}
  author = await aUser(site.ctx, { name: 'Author' })
  const staff = await aUser(site.ctx, { role: 'moderator' })
  await transact(site.ctx, (tx) =>
    changeSettings(tx, moderationSettings, { hold_words: [heldWord] }),
  )
  contents = await createContents({ author: site.as(author.token), staff: site.as(staff.token) })
  callers = await createCallers(site)
  probe = createProbe(site)
})
afterAll(() => site.close())

const actionsOf: Record<Kind, Record<string, ContentAction>> = {
  question: questionActions,
  answer: answerActions,
  comment: commentActions,
}

async function readShownActions({ kind, id }: Content, { token }: Caller) {
  const client = site.as(token)
  if (kind === 'answer') return (await client.call(getAnswer, { id })).info.member_actions
  if (kind === 'comment') return (await client.call(getComment, { id })).member_actions
  const { member_actions, extends_actions } = await client.call(getQuestion, { id })
  return [...member_actions, ...extends_actions]
}

/** Actions are offered by rules; the state of an account rejects everything, and is shown elsewhere. */
const isActive = ({ actor }: Caller) =>
  actor !== null && actor.isActivated && !actor.isSuspended && actor.isSilenced !== true

type Check = { content: Content; caller: Caller; isOwn: boolean }
type Result = { cell: Cell; wrong: string[] }

/** The cells of one object and one caller, and what is wrong with them. */
async function checkActions(check: Check): Promise<Result[]> {
  const { content, caller } = check
  const facts = await readFacts(site, content)
  const isOffered = isActive(caller) && canSee(caller.actor, content.kind, facts)
  const offered = isOffered ? await readShownActions(content, caller) : null
  const results: Result[] = []
  for (const action of Object.keys(actionsOf[content.kind]))
    results.push(await checkAction(action, check, { facts, offered }))
  return results
}

type Seen = { facts: Facts; offered: MemberAction[] | null }

async function checkAction(
  action: string,
  check: Check,
  { facts, offered }: Seen,
): Promise<Result> {
  const { content, caller, isOwn } = check
  const { kind, state } = content
  const definition = actionsOf[kind][action]!
  const { endpoint, shownAs, isShown = () => true } = definition
  const now = site.ctx.clock.now()
  const isExpected = expectVerdict(definition, caller, { kind, facts, now })?.ok === true
  const actual = await probe(caller, endpoint, definition.input(content))
  const isAllowed = actual === 'ok'
  const group = `${isOwn ? 'Own' : "Others'"} ${kind}s`
  const name = `${caller.name}: ${action} ${group}, ${state}: ${actual}`
  const wrong = isAllowed === isExpected ? [] : [`${name}, not as the rules say`]
  if (shownAs !== undefined && offered !== null) {
    const isOffered = offered.some((one) => one.action === shownAs)
    if (isOffered !== (isExpected && isShown(facts)))
      wrong.push(`${name}, but ${isOffered ? 'offered' : 'not offered'}`)
  }
  return { cell: { group, state, action, caller: caller.name, isAllowed }, wrong }
}

const title = `# Who may do what

Written by \`access-table.test.ts\` from what the server does, and compared with the rules. Numbers are reputation on a site with the
default levels. "Staff" are moderators and admins. Silenced users have read access only, unless a cell names them; inactive and
suspended users are named wherever they may do something.
`

it('every action is allowed and offered as the rules say', { timeout: 600_000 }, async () => {
  const cells: Cell[] = []
  const wrong: string[] = []
  const check = async (one: Check) => {
    for (const result of await checkActions(one)) {
      cells.push(result.cell)
      wrong.push(...result.wrong)
    }
  }
  for (const content of contents) {
    for (const caller of callers) await check({ content, caller, isOwn: false })
    for (const caller of callers) {
      if (caller.actor === null) continue
      await setOwner(site, content, caller.actor.id)
      await check({ content, caller, isOwn: true })
    }
    await setOwner(site, content, author.id)
  }
  for (const subject of await createSubjects(site))
    for (const caller of callers) {
      const { endpoint, input, verdict, isPublic = true, ...names } = subject
      const actual = await probe(caller, endpoint, input(caller))
      const isExpected =
        mayCall(endpoint, caller) && (caller.actor === null ? isPublic : verdict(caller.actor).ok)
      if ((actual === 'ok') !== isExpected)
        wrong.push(`${caller.name}: ${Object.values(names).join(', ')}: ${actual}`)
      cells.push({ ...names, caller: caller.name, isAllowed: actual === 'ok' })
    }
  expect(wrong).toEqual([])
  await expect(`${title}\n${renderTables(cells)}`).toMatchFileSnapshot('access-table.md')
})
