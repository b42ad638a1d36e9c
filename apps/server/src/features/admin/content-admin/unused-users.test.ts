import type { Client } from '@stoa/contract/client'
import { emptyDeleted } from '@stoa/contract/features/content-admin'
import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { voteUp } from '@stoa/contract/features/votes'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { listeners } from '../../../features.ts'
import { transact } from '../../../kernel/transact.ts'
import { userNotes } from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: Client
let ada: Client

// Without workers: the tests run the job.
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { role: 'admin' })).token)
  ada = site.as((await aUser(site.ctx)).token)
})
afterAll(() => site.close())

const exists = async (id: string) => (await site.db.$count(users, eq(users.id, id))) === 1

async function aDeletedUser(act: (user: Client, id: string) => Promise<unknown> = async () => {}) {
  const { id, token } = await aUser(site.ctx)
  await act(site.as(token), id)
  await site.as(token).call(deleteAccount, { content: 'keep' })
  return id
}

async function runJob() {
  const queue = 'content.emptying_asked/empty'
  const job = listeners.after.get('content.emptying_asked')!.find((one) => one.queue === queue)!
  const { rows } = await site.db.execute<{ data: object }>(
    sql`delete from pgboss.job where name = ${queue} returning data`,
  )
  for (const { data } of rows) await job.run(site.ctx, data as never)
}

async function empty() {
  await admin.call(emptyDeleted, { type: 'users' })
  await runJob()
}

const listEntries = () => admin.call(listStaffLog, { action: 'empty_deleted' })

describe('DELETE delete/permanently of users', () => {
  it('removes the rows that nothing refers to, and records how many', async () => {
    const { id: present } = await aUser(site.ctx)
    const unused = [await aDeletedUser(), await aDeletedUser()]
    const author = await aDeletedUser((user) => aQuestion(user))
    const { id: object_id } = await aQuestion(ada)
    const voter = await aDeletedUser(async (user, id) => {
      await site.db.update(users).set({ points: 100 }).where(eq(users.id, id))
      await user.call(voteUp, { object_id })
    })
    await empty()
    for (const id of unused) expect(await exists(id)).toBe(false)
    for (const id of [present, author, voter]) expect(await exists(id)).toBe(true)
    expect((await listEntries()).list[0]?.after).toEqual({ type: 'users', removed: 2 })
  })

  it('changes nothing when repeated', async () => {
    await aDeletedUser()
    await empty()
    const before = await listEntries()
    await empty()
    // Only the request is recorded.
    expect((await listEntries()).count).toBe(before.count + 1)
  })

  it('keeps users whose acts are in the staff log, and those deleted after the request', async () => {
    const former = await aUser(site.ctx, { role: 'admin' })
    await site.as(former.token).call(emptyDeleted, { type: 'users' })
    await site.as(former.token).call(deleteAccount, { content: 'keep' })
    await runJob()
    await empty()
    expect(await exists(former.id)).toBe(true)
    await admin.call(emptyDeleted, { type: 'users' })
    site.advance(1000)
    const later = await aDeletedUser()
    await runJob()
    expect(await exists(later)).toBe(true)
  })

  it('works in batches, and removes nothing once the admin is demoted', async () => {
    const now = site.ctx.clock.now()
    const values = Array.from({ length: 150 }, (_, n) => ({
      username: `gone-batch${n}`,
      displayName: 'user',
      status: 'deleted' as const,
      createdAt: now,
      deletedAt: now,
    }))
    await site.db.insert(users).values(values)
    const countLeft = () => site.db.$count(users, like(users.username, 'gone-batch%'))
    const former = await aUser(site.ctx, { role: 'admin' })
    await site.as(former.token).call(emptyDeleted, { type: 'users' })
    await site.db.update(users).set({ roleId: 1 }).where(eq(users.id, former.id))
    await runJob()
    expect(await countLeft()).toBe(150)
    await empty()
    expect(await countLeft()).toBe(0)
  })

  it('keeps a user to whom somebody refers at the same moment', async () => {
    const userId = await aDeletedUser()
    const { id: authorId } = await aUser(site.ctx)
    await transact(site.ctx, async (tx) => {
      await tx.insert(userNotes).values({ userId, authorId, note: 'Hm.', createdAt: tx.now })
      await empty()
    })
    expect(await exists(userId)).toBe(true)
  })
})
