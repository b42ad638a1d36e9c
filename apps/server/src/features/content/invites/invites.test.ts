import { inviteUsers, listInvited } from '@stoa/contract/features/invites'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { invite as inviteAction } from './invites.actions.ts'
import { invites } from '../../../schema/invites.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx, { name: 'Ada' })
  await site.db.update(users).set({ points: 499 }).where(eq(users.id, ada.id))
  for (const name of ['Ben', 'Cleo', 'Dan']) await aUser(site.ctx, { name })
})
afterAll(() => site.close())

const invite = (id: string, ...invite_user: string[]) =>
  site.as(ada.token).call(inviteUsers, { id, invite_user })
const invited = async (id: string, token?: string) =>
  (await site.as(token).call(listInvited, { id })).map(({ username }) => username)

describe('PUT /question/invite', () => {
  it('replaces the invited users', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    expect(await invited(id)).toEqual([])
    await invite(id, 'ben', 'CLEO', 'Ben')
    expect(await invited(id)).toEqual(['ben', 'cleo'])
    await invite(id, 'cleo', 'dan')
    expect(await invited(id)).toEqual(['cleo', 'dan'])
    await invite(id)
    expect(await invited(id)).toEqual([])
  })

  it('keeps existing invitations', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    await invite(id, 'ben')
    const rowsOf = () => site.ctx.db.select().from(invites).where(eq(invites.questionId, id))
    const before = await rowsOf()
    await invite(id, 'ben')
    expect(await rowsOf()).toEqual(before)
  })

  it('emits only newly invited users', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const actor: Actor = {
      id: ada.id,
      roleId: 1,
      reputation: 500,
      isActivated: true,
      isSuspended: false,
      hasUsedSecondFactor: false,
    }
    const events: unknown[] = []
    const inviteAndCollect = (...names: string[]) =>
      transact(site.ctx, (tx) => {
        tx.emit = async (...event) => void events.push(event)
        return inviteAction(tx, actor, { questionId: id, names })
      })
    const idOf = async (name: string) => {
      const [row] = await site.ctx.db.select().from(users).where(eq(users.username, name))
      return row!.id
    }
    await inviteAndCollect('ben')
    await inviteAndCollect('ben', 'cleo')
    await inviteAndCollect('cleo')
    const event = { questionId: id, userId: ada.id }
    expect(events).toEqual([
      ['question.invited', { ...event, invited: [await idOf('ben')] }],
      ['question.invited', { ...event, invited: [await idOf('cleo')] }],
    ])
  })

  it('rejects unknown names, the actor and too many users', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const deleted = await aUser(site.ctx, { name: 'Gone', isActivated: false })
    expect(deleted.name).toBe('Gone')
    for (const [name, error_msg] of [
      ['nobody', 'There’s no user named nobody.'],
      ['gone', 'There’s no user named gone.'],
      ['ada', 'You can’t invite yourself.'],
    ] as const)
      expect(await rejectionOf(invite(id, 'ben', name))).toMatchObject({
        status: 400,
        data: [{ error_field: 'invite_user', error_msg }],
      })
    const many = Array.from({ length: 21 }, (_, index) => `n${index}`)
    expect((await rejectionOf(invite(id, ...many))).data).toMatchObject([
      { error_field: 'invite_user' },
    ])
    expect(await invited(id)).toEqual([])
  })

  it('requires the privilege and a visible question that is open for answers', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const ed = await aUser(site.ctx)
    const call = site.as(ed.token).call(inviteUsers, { id, invite_user: ['ben'] })
    await expectError(call, 'rank.too_low')
    await site.db.update(questions).set({ status: 2 }).where(eq(questions.id, id))
    await expectError(invite(id, 'ben'), 'answer.question_closed')
    await site.as(ada.token).call(deleteQuestion, { id })
    await expectError(invite(id, 'ben'), 'answer.question_closed')
    await expectError(invited(id), 'question.not_found')
    await expectError(invited(id, ed.token), 'question.not_found')
    expect(await invited(id, ada.token)).toEqual([])
  })

  it('ends when the invited user deletes the account', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const eve = await aUser(site.ctx, { name: 'Eve' })
    await invite(id, 'eve', 'ben')
    await transact(site.ctx, (tx) => tx.emit('account.left', { userId: eve.id, content: 'keep' }))
    expect(await invited(id)).toEqual(['ben'])
  })

  it('takes the same number of statements for any number of users', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    const cost = async () =>
      (await site.app.inject({ url: listInvited.path, query: { id } })).headers['x-sql-count']
    await invite(id, 'ben')
    expect(await cost()).toBe('1')
    await invite(id, 'ben', 'cleo', 'dan')
    expect(await cost()).toBe('1')
    const { rows } = await site.ctx.db.execute(sql`select 1 from invites where question_id = ${id}`)
    expect(rows.length).toBe(3)
  })
})
