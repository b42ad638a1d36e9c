import { logout } from '@stoa/contract/features/accounts'
import { deleteAnswer } from '@stoa/contract/features/answers'
import { addComment } from '@stoa/contract/features/comments'
import { saveDraft } from '@stoa/contract/features/drafts'
import { getQuestionChanges, livePath } from '@stoa/contract/features/live'
import { getNotificationStatus, markAllRead } from '@stoa/contract/features/notifications'
import { updateInterface } from '@stoa/contract/features/profile-settings'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { voteUp } from '@stoa/contract/features/votes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, type EventStream, openEventStream } from '../../../../test/event-stream.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { decide, setHoldRules } from '../held-posts/held-posts.factory.ts'
import { aMember, type Member } from '../notifications/notifications.factory.ts'

let site: TestSite
let ada: Member
let ben: Member
let mia: Member

beforeAll(async () => {
  site = await aSite({ works: true })
  ada = await aMember(site, 'Ada')
  ben = await aMember(site, 'Ben')
  mia = await aMember(site, 'Mia', 'moderator')
})
afterAll(() => site.close())

async function saveAnswerDraft(member: Member, questionId: string, content: string, version = 0) {
  const target = { kind: 'answer', object_id: questionId } as const
  const position = { known_version: version, writer: 'tab-of-test', counter: version + 1 }
  await member.client.call(saveDraft, { ...target, content, ...position })
}

const answer = (member: Member, questionId: string) => anAnswer(member.client, questionId)

describe('the stream', () => {
  it('is for members', async () => {
    const url = `${await addressOf(site)}${livePath}`
    expect((await fetch(url)).status).toBe(401)
    const headers = { authorization: `Bearer ${ada.token}` }
    expect((await fetch(`${url}?questions=1`, { headers })).status).toBe(400)
  })

  it('says that a question, its comments and the counts of the asker changed', async () => {
    const { id } = await aQuestion(ada.client)
    const other = await aQuestion(ada.client)
    const stream = await openEventStream(site, ada.token, `?questions=${id}`)
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
    await ben.client.call(addComment, { object_id: other.id, original_text: 'Which knife is it?' })
    const { id: answerId } = await answer(ben, id)
    await expect.poll(stream.changes).toEqual(expect.arrayContaining(['n', `q${id}`]))
    expect(stream.changes()).not.toContain(`q${other.id}`)
    const before = stream.changes().length
    await mia.client.call(addComment, { object_id: answerId, original_text: 'Well explained.' })
    await expect.poll(() => stream.changes().slice(before)).toContain(`q${id}`)
    await stream.close()
  })

  it('says which questions were asked, where lists are followed', async () => {
    const [lists, none] = [
      await openEventStream(site, ada.token, '?lists=true'),
      await openEventStream(site, ada.token),
    ]
    const { id } = await aQuestion(ben.client)
    await expect.poll(lists.changes).toContain(`a${id}`)
    expect(none.changes()).not.toContain(`a${id}`)
    await Promise.all([lists.close(), none.close()])
  })

  it('goes on after an interruption where it ended', async () => {
    const { id } = await aQuestion(ada.client)
    const first = await openEventStream(site, ada.token, `?questions=${id}`)
    const after = first.lastId()
    await first.close()
    await mia.client.call(voteUp, { object_id: id })
    const second = await openEventStream(site, ada.token, `?questions=${id}&after=${after}`)
    expect(second.changes().toSorted()).toEqual(['n', `q${id}`])
    const third = await openEventStream(site, ada.token, `?after=${second.lastId()}`)
    expect(third.changes()).toEqual([])
    const unknown = await openEventStream(site, ada.token, '?after=0a1b2c3d.4')
    expect(unknown.changes()).toEqual(['*'])
    await Promise.all([second.close(), third.close(), unknown.close()])
  })

  it('does not tell what happens to a question that the user cannot read', async () => {
    const { id } = await aQuestion(ben.client)
    const { id: answerId } = await answer(mia, id)
    await mia.client.call(deleteQuestion, { id })
    const reader = await openEventStream(site, ada.token, `?questions=${id}`)
    const moderator = await openEventStream(site, mia.token, `?questions=${id}`)
    await mia.client.call(deleteAnswer, { id: answerId })
    await expect.poll(moderator.changes).toContain(`q${id}`)
    expect(reader.changes()).toEqual([])
    await Promise.all([reader.close(), moderator.close()])
  })

  it('ends with a question that is deleted, and does not tell what happens to it later', async () => {
    const { id } = await aQuestion(ben.client)
    const { id: answerId } = await answer(mia, id)
    const reader = await openEventStream(site, ada.token, `?questions=${id}`)
    await mia.client.call(deleteQuestion, { id })
    await expect.poll(reader.isOpen).toBe(false)
    expect(reader.changes()).toContain(`q${id}`)
    const again = await openEventStream(
      site,
      ada.token,
      `?questions=${id}&after=${reader.lastId()}`,
    )
    const moderator = await openEventStream(site, mia.token, `?questions=${id}`)
    await mia.client.call(deleteAnswer, { id: answerId })
    await expect.poll(moderator.changes).toContain(`q${id}`)
    expect(again.changes()).toEqual([])
    await Promise.all([again.close(), moderator.close()])
  })

  it('says that someone writes an answer, but not who, and not to the writer', async () => {
    const { id } = await aQuestion(ada.client)
    const writer = await aMember(site, 'Edda')
    const streams = [
      await openEventStream(site, ada.token, `?questions=${id}`),
      await openEventStream(site, writer.token, `?questions=${id}`),
    ] as const
    await saveAnswerDraft(writer, id, 'At the tip')
    await saveAnswerDraft(ben, id, 'Put it')
    await saveAnswerDraft(ben, id, '  ', 1)
    await expect.poll(() => streams[0].changes().length).toBe(2)
    const changes = streams[0].changes()
    for (const change of changes) expect(change).toMatch(new RegExp(`^w${id}\\.[\\w-]{8}$`))
    expect(new Set(changes).size).toBe(2)
    await expect.poll(() => streams[1].changes()).toEqual([changes[1]])
    const later = await openEventStream(
      site,
      ada.token,
      `?questions=${id}&after=${streams[0].firstId()}`,
    )
    expect(later.changes()).toEqual([])
    await Promise.all([...streams, later].map(({ close }) => close()))
  })

  it('does not say that a user writes who has disabled it', async () => {
    const { id } = await aQuestion(ada.client)
    const writer = await aMember(site, 'Finn')
    const off = { language: '', color_scheme: 'default', shows_writing: false } as const
    await writer.client.call(updateInterface, off)
    const stream = await openEventStream(site, ada.token, `?questions=${id}`)
    await saveAnswerDraft(writer, id, 'At the tip')
    await ben.client.call(addComment, { object_id: id, original_text: 'Which knife is it?' })
    await expect.poll(stream.changes).toContain(`q${id}`)
    expect(stream.changes().filter((change) => change.startsWith('w'))).toEqual([])
    await stream.close()
  })

  it('ends with the session', async () => {
    const cy = await aMember(site, 'Cy')
    const stream = await openEventStream(site, cy.token)
    const kept = await openEventStream(site, ben.token)
    await cy.client.call(logout, {})
    await expect.poll(stream.isOpen).toBe(false)
    expect(kept.isOpen()).toBe(true)
    await kept.close()
  })

  it('ends the oldest of more than ten streams of a user', async () => {
    const dan = await aMember(site, 'Dan')
    const streams: EventStream[] = []
    for (let n = 0; n < 11; n++) streams.push(await openEventStream(site, dan.token))
    await expect
      .poll(() => streams.map(({ isOpen }) => isOpen()))
      .toEqual([false, ...Array<boolean>(10).fill(true)])
    await Promise.all(streams.map(({ close }) => close()))
  })

  it('says what another process changed', async () => {
    const other = await aSite({
      databaseUrl: site.ctx.config.database_url ?? '',
      isInstalled: false,
    })
    const { id } = await aQuestion(ada.client)
    const stream = await openEventStream(other, ada.token, `?questions=${id}`)
    await mia.client.call(voteUp, { object_id: id })
    await expect.poll(stream.changes).toEqual(expect.arrayContaining(['n', `q${id}`]))
    await other.close()
    await expect.poll(stream.isOpen).toBe(false)
  })
})

describe('what is remembered until it changes', () => {
  const poll = async (token: string) => {
    const { path } = getNotificationStatus
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, headers: sent, json } = await site.app.inject({ url: path, headers })
    const body = json<{ data: { inbox: number } }>()
    return { statusCode, statements: Number(sent['x-sql-count']), inbox: body.data?.inbox }
  }

  it('the status costs no statement until it changes', async () => {
    const eve = await aMember(site, 'Eve')
    const { id } = await aQuestion(eve.client)
    await poll(eve.token)
    expect(await poll(eve.token)).toEqual({ statusCode: 200, statements: 0, inbox: 0 })
    await answer(ben, id)
    await waitForJobs(site.ctx)
    expect(await poll(eve.token)).toEqual({ statusCode: 200, statements: 2, inbox: 1 })
    expect(await poll(eve.token)).toEqual({ statusCode: 200, statements: 0, inbox: 1 })
    await eve.client.call(markAllRead, { type: 'inbox' })
    expect(await poll(eve.token)).toEqual({ statusCode: 200, statements: 2, inbox: 0 })
    await eve.client.call(logout, {})
    expect(await poll(eve.token)).toMatchObject({ statusCode: 401 })
  })

  it('the numbers of a question cost no statement until they change', async () => {
    const { id } = await aQuestion(ada.client)
    const read = async () => {
      const { headers, json } = await site.app.inject({
        url: `${getQuestionChanges.path}?id=${id}`,
      })
      return { statements: Number(headers['x-sql-count']), ...json<{ data: Changes }>().data }
    }
    type Changes = { question: { vote_count: number; comment_count: number }; answers: unknown[] }
    const first = await read()
    expect(first).toMatchObject({ statements: 2, question: { vote_count: 0 }, answers: [] })
    expect(await read()).toEqual({ ...first, statements: 0 })
    const { id: answerId } = await answer(ben, id)
    await mia.client.call(voteUp, { object_id: id })
    await ada.client.call(addComment, {
      object_id: answerId,
      original_text: 'Thank you, it works.',
    })
    expect(await read()).toMatchObject({
      statements: 2,
      question: { vote_count: 1, comment_count: 0 },
      answers: [{ id: answerId, vote_count: 0, comment_count: 1, version: 1 }],
    })
    await mia.client.call(deleteQuestion, { id })
    await expectError(site.as().call(getQuestionChanges, { id }), 'question.not_found')
  })

  it('a question that waits for a moderator is found once it is approved', async () => {
    await setHoldRules(site.ctx, { hold_words: ['lottery'] })
    const { id } = await aQuestion(ben.client, {
      content: 'Is a lottery fair to everyone who plays?',
    })
    await expectError(site.as().call(getQuestionChanges, { id }), 'question.not_found')
    await decide(mia.client, id, 'approve')
    expect(await site.as().call(getQuestionChanges, { id })).toMatchObject({ answers: [] })
    await setHoldRules(site.ctx, {})
  })
})
