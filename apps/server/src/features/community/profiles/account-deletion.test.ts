import { switchBookmark } from '@stoa/contract/features/bookmarks'
import { addComment, editComment } from '@stoa/contract/features/comments'
import { follow } from '@stoa/contract/features/follows'
import { react } from '@stoa/contract/features/reactions'
import { voteDown, voteUp } from '@stoa/contract/features/votes'
import { currentUser, login } from '@stoa/contract/features/accounts'
import { acceptAnswer, listAnswers } from '@stoa/contract/features/answers'
import { getUser, rankUsers } from '@stoa/contract/features/profiles'
import {
  deleteAccount,
  exportMyData,
  updateProfile,
} from '@stoa/contract/features/profile-settings'
import { getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { sessions } from '../../../schema/accounts.ts'
import { anAnswer } from '../../content/answers/answers.factory.ts'
import { invites } from '../../../schema/invites.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { tags } from '../../../schema/tags.ts'
import { anUpload } from '../../content/uploads/uploads.factory.ts'
import { users } from '../../../schema/users.ts'

let site: TestSite
const pass = 'columns of marble'
let passwordHash: string

beforeAll(async () => {
  site = await aSite({ works: true })
  passwordHash = await hashPassword(pass)
})
afterAll(() => site.close())

/** A user with a password, a profile, an avatar and a question. */
async function aMember(tag: string) {
  const user = await aUser(site.ctx)
  await site.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
  const avatar = await anUpload(site.ctx, user.id)
  const client = site.as(user.token)
  const { username } = await client.call(updateProfile, {
    bio: `About ${user.id}`,
    location: 'Lyon',
    website: 'https://me.example/',
    avatar: { type: 'custom', custom: avatar },
  })
  const question = await aQuestion(client, { tags: [tag, `${tag}-too`] })
  return { ...user, client, username, avatar, question }
}

const rowOf = async (id: string) => {
  const [row] = await site.ctx.db.select().from(users).where(eq(users.id, id))
  return row!
}
const countOf = async (slug: string) => {
  const [tag] = await site.ctx.db.select().from(tags).where(eq(tags.slugName, slug))
  return tag?.questionCount
}

describe('GET /user/data', () => {
  it('returns everything about the user, without secrets', async () => {
    const ada = await aMember('export')
    const other = await aMember('export')
    const answer = await anAnswer(ada.client, other.question.id, 'My whole answer.')
    const accepted = { question_id: other.question.id, answer_id: answer.id }
    await other.client.call(acceptAnswer, accepted)
    await site.db.insert(invites).values({
      questionId: other.question.id,
      userId: ada.id,
      invitedBy: other.id,
      createdAt: new Date(),
    })
    const data = await ada.client.call(exportMyData, {})
    expect(data).toMatchObject({
      site: { name: 'Porch' },
      account: { email: ada.email, bio: `About ${ada.id}`, location: 'Lyon', hasPassword: true },
      sessions: [{ address: '127.0.0.1' }],
      uploads: [{ address: ada.avatar, purpose: 'user_avatar' }],
      questions: [{ id: ada.question.id, tags: ['export', 'export-too'] }],
      answers: [{ id: answer.id, questionId: other.question.id, text: 'My whole answer.' }],
      versions: [
        { version: 1, title: 'export' },
        { version: 1, title: 'export-too' },
        { objectId: ada.question.id, version: 1, tags: ['export', 'export-too'] },
        { objectId: answer.id, version: 1, text: 'My whole answer.' },
      ],
      invitations: [{ questionId: other.question.id, isReceived: true }],
      activities: [
        { kind: 'created' },
        { kind: 'created' },
        { kind: 'asked', postId: ada.question.id },
        { kind: 'answered', postId: answer.id },
      ],
      reputation: [{ kind: 'answer.accepted', points: 15, postId: answer.id }],
      secondFactors: { authenticatorAppSince: null, passkeys: [] },
    })
    expect(JSON.stringify(data)).not.toMatch(/argon2|tokenHash|token_hash/)
  })

  it("includes the user's votes and comments, but not who voted on their posts", async () => {
    const [ada, ben] = [await aMember('acts'), await aMember('acts')]
    for (const { id } of [ada, ben])
      await site.db.update(users).set({ points: 200 }).where(eq(users.id, id))
    const object_id = ben.question.id
    const { comment_id } = await ada.client.call(addComment, { object_id, original_text: 'Hm.' })
    await ada.client.call(editComment, { comment_id, original_text: 'Hm!' })
    await ada.client.call(voteDown, { object_id })
    await ada.client.call(react, { object_id, emoji: 'heart', reaction: 'activate' })
    await ada.client.call(follow, { object_id })
    await ada.client.call(switchBookmark, { object_id, bookmark: true })
    expect(await ada.client.call(exportMyData, {})).toMatchObject({
      comments: [{ id: comment_id, questionId: object_id, answerId: null, text: 'Hm!' }],
      commentVersions: [{ text: 'Hm.' }, { text: 'Hm!' }],
      votes: [{ postId: object_id, value: -1 }],
      reputation: [],
      reactions: [{ postId: object_id, emoji: 'heart' }],
      follows: [{ objectId: object_id }],
      bookmarks: [{ questionId: object_id }],
    })
    const { reputation } = await ben.client.call(exportMyData, {})
    expect(reputation).toMatchObject([
      { kind: 'question.voted_down', change: 'given', points: -2, postId: object_id },
    ])
    expect(Object.keys((reputation as object[])[0]!)).not.toContain('byUserId')
  })
})

describe('POST /user/delete', () => {
  it('keeps the votes of a deleted account', async () => {
    const [ada, ben] = [await aMember('stays'), await aMember('stays')]
    await site.db.update(users).set({ points: 200 }).where(eq(users.id, ada.id))
    await ada.client.call(voteUp, { object_id: ben.question.id })
    await ada.client.call(deleteAccount, { pass, content: 'remove' })
    expect((await site.as().call(getQuestion, { id: ben.question.id })).vote_count).toBe(1)
    expect((await rowOf(ben.id)).points).toBe(10)
  })

  it('keeps the posts under an anonymous name', async () => {
    const ada = await aMember('kept')
    await ada.client.call(deleteAccount, { pass, content: 'keep' })
    const question = await site.as().call(getQuestion, { id: ada.question.id })
    expect(question.user_info).toMatchObject({ username: '', avatar: '', status: 'deleted' })
    expect(question.user_info.display_name).toMatch(/^user-[0-9a-f]{6}$/)
    expect(await countOf('kept')).toBe(1)
    await expectError(site.as().call(getUser, { username: ada.username }), 'user.not_found')
  })

  it('deletes the questions on request', async () => {
    const ada = await aMember('taken')
    const other = await aMember('taken')
    expect(await countOf('taken')).toBe(2)
    await ada.client.call(deleteAccount, { pass, content: 'remove' })
    await expectError(site.as().call(getQuestion, { id: ada.question.id }), 'question.not_found')
    const page = await site.as().call(listQuestions, { tag: 'taken' })
    expect(page.list.map(({ id }) => id)).toEqual([other.question.id])
    expect([await countOf('taken'), await countOf('taken-too')]).toEqual([1, 1])
    expect((await rowOf(ada.id)).questionCount).toBe(0)
  })

  it('deletes the answers on request, and updates all counts', async () => {
    const [ada, other] = [await aMember('answered'), await aMember('answered')]
    const target = await aQuestion(other.client, { content: 'Linked to.' })
    const link = `The same as [this](/questions/${target.id}).`
    const { id: answerId } = await anAnswer(ada.client, other.question.id, link)
    await anAnswer(ada.client, ada.question.id)
    const remaining = await anAnswer(other.client, other.question.id)
    const accepted = { question_id: other.question.id, answer_id: answerId }
    await other.client.call(acceptAnswer, accepted)
    await site.db
      .update(questions)
      .set({ isListed: false })
      .where(eq(questions.id, ada.question.id))
    await site.db.update(tags).set({ questionCount: 1 }).where(eq(tags.slugName, 'answered'))
    await site.db.update(tags).set({ questionCount: 1 }).where(eq(tags.slugName, 'answered-too'))
    const linksTo = async () => {
      const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, target.id))
      return row?.linkedCount
    }
    expect([await linksTo(), (await rowOf(other.id)).points]).toEqual([1, 2])

    await ada.client.call(deleteAccount, { pass, content: 'remove' })
    expect(await site.as().call(getQuestion, { id: other.question.id })).toMatchObject({
      answer_count: 1,
      accepted_answer_id: '0',
      last_answer_id: remaining.id,
    })
    const page = await site.as().call(listAnswers, { question_id: other.question.id })
    expect(page.list.map(({ id }) => id)).toEqual([remaining.id])
    expect(await rowOf(ada.id)).toMatchObject({ questionCount: 0, answerCount: 0, points: 0 })
    expect([await linksTo(), (await rowOf(other.id)).points]).toEqual([0, 0])
    expect([await countOf('answered'), await countOf('answered-too')]).toEqual([1, 1])
  })

  it('erases personal data, ends every session and frees the email', async () => {
    const ada = await aMember('clean')
    await ada.client.call(deleteAccount, { pass, content: 'keep' })
    const row = await rowOf(ada.id)
    expect(row).toMatchObject({
      status: 'deleted',
      email: null,
      passwordHash: null,
      bio: '',
      bioHtml: '',
      website: '',
      location: '',
      avatar: '',
    })
    expect(JSON.stringify(row)).not.toContain(ada.name)
    expect(await ada.client.call(currentUser, {})).toBeNull()
    expect(await site.ctx.db.select().from(sessions).where(eq(sessions.userId, ada.id))).toEqual([])
    await expectError(
      site.as().call(login, { e_mail: ada.email, pass }),
      'account.wrong_credentials',
    )
    const again = await aUser(site.ctx)
    await site.db.update(users).set({ email: ada.email }).where(eq(users.id, again.id))
    await waitUntilGone(ada.avatar)
  })

  it('requires the password or a recent login', async () => {
    const ada = await aMember('proof')
    const wrong = [{ content: 'keep' as const }, { content: 'keep' as const, pass: 'not this one' }]
    for (const input of wrong) {
      const rejected = await rejectionOf(ada.client.call(deleteAccount, input))
      expect(rejected).toMatchObject({
        reason: 'error.account.old_password_wrong',
        data: [{ error_field: 'pass' }],
      })
    }
    const ben = await aUser(site.ctx)
    site.advance(11 * 60_000)
    await expectError(
      site.as(ben.token).call(deleteAccount, { content: 'keep' }),
      'account.sign_in_again',
    )
    const eve = await aUser(site.ctx)
    expect(await site.as(eve.token).call(deleteAccount, { content: 'keep' })).toBeNull()
  })

  it('rejects the last admin, also when two are deleted concurrently (CVE-2023-1541, CVE-2023-1542)', async () => {
    const { access_token } = await site
      .as()
      .call(login, { e_mail: admin.email, pass: admin.password })
    const deleteAs = (token: string, secret?: string) =>
      site.app.inject({
        method: 'POST',
        url: deleteAccount.path,
        headers: { authorization: `Bearer ${token}` },
        payload: { content: 'keep', ...(secret === undefined ? {} : { pass: secret }) },
      })
    expect((await deleteAs(access_token, admin.password)).json()).toMatchObject({
      reason: 'error.account.last_admin',
    })
    const second = await aUser(site.ctx, { role: 'admin' })
    const responses = await Promise.all([
      deleteAs(access_token, admin.password),
      deleteAs(second.token),
    ])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 400,
    ])
  })

  it('removes the user from rankings at once', async () => {
    const ada = await aMember('listed')
    await site.db.insert(reputationEntries).values({
      userId: ada.id,
      kind: 'question.voted_up',
      change: 'given',
      points: 899,
      objectId: (await aQuestion(ada.client)).id,
      byUserId: ada.id,
      day: '2026-01-01',
      createdAt: site.ctx.clock.now(),
    })
    const names = async () =>
      (await site.as().call(rankUsers, {})).users_with_the_most_reputation.map(
        (user) => user.username,
      )
    expect(await names()).toContain(ada.username)
    await ada.client.call(deleteAccount, { pass, content: 'keep' })
    expect(await names()).not.toContain(ada.username)
  })
})

async function waitUntilGone(url: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await site.app.inject({ url })).statusCode === 404) return
    await sleep(50)
  }
  throw new Error(`${url} is still served`)
}
