import { acceptAnswer, deleteAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { inviteUsers } from '@stoa/contract/features/invites'
import { closeQuestion, reopenQuestion } from '@stoa/contract/features/questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aMember, kindsOf, type Member } from './notifications.factory.ts'
import type { Occasion } from './notices.rules.ts'
import { notificationsJobs } from './notifications.jobs.ts'

let site: TestSite
let ada: Member
let ben: Member
let mia: Member
let question: { id: string }
let answer: { id: string }

// Without a worker, so that a job can run after its act was undone.
beforeAll(async () => {
  site = await aSite()
  ada = await aMember(site, 'Ada')
  ben = await aMember(site, 'Ben')
  mia = await aMember(site, 'Mia', 'moderator')
  question = await aQuestion(ada.client)
  answer = await anAnswer(ben.client, question.id)
  await site.ctx.autocommit.execute('delete from pgboss.job')
})
afterAll(() => site.close())

const [job] = notificationsJobs
const runLate = (occasion: Occasion, objectId: string, named: string[] = []) =>
  job!.run(site.ctx, {
    work: 'notify',
    occasion,
    objectId,
    sourceId: objectId,
    actorId: mia.id,
    named,
  } as never)

const accept = (answer_id: string) =>
  ada.client.call(acceptAnswer, { question_id: question.id, answer_id })
const invite = (invite_user: string[]) =>
  mia.client.call(inviteUsers, { id: question.id, invite_user })

type Case = {
  occasion: Occasion
  idOf: () => string
  act: () => Promise<unknown>
  undo: () => Promise<unknown>
  expected: string
}

describe('a job that runs after its act was undone notifies nobody', () => {
  const cases: Case[] = [
    {
      occasion: 'answer_deleted',
      idOf: () => answer.id,
      act: () => mia.client.call(deleteAnswer, { id: answer.id }),
      undo: () => mia.client.call(recoverAnswer, { answer_id: answer.id }),
      expected: 'your_answer_was_deleted (author) 1',
    },
    {
      occasion: 'answer_accepted',
      idOf: () => answer.id,
      act: () => accept(answer.id),
      undo: () => accept(''),
      expected: 'accept_answer (author) 1',
    },
    {
      occasion: 'question_closed',
      idOf: () => question.id,
      act: () => mia.client.call(closeQuestion, { id: question.id, close_type: 63 }),
      undo: () => mia.client.call(reopenQuestion, { question_id: question.id }),
      expected: 'your_question_is_closed (asker) 1',
    },
    {
      occasion: 'invited',
      idOf: () => question.id,
      act: () => invite([ben.username]),
      undo: () => invite([]),
      expected: 'invited_you_to_answer (invited) 1',
    },
  ]

  it.each(cases)('$occasion', async ({ occasion, idOf, act, undo, expected }) => {
    const clear = () => site.ctx.autocommit.execute('truncate notifications, notification_events')
    const listAll = async () => [...(await listKinds(ada)), ...(await listKinds(ben))]
    await act()
    await runLate(occasion, idOf(), [ben.id])
    expect(await listAll()).toContain(expected)
    await clear()
    await undo()
    await runLate(occasion, idOf(), [ben.id])
    expect(await listAll()).toEqual([])
  })
})

async function listKinds(member: Member) {
  // Waiting jobs would never run here.
  await site.ctx.autocommit.execute('delete from pgboss.job')
  return await kindsOf(site, member)
}
