import { writeSettings } from '@stoa/contract/settings/writing'
import { uploadsPath } from '@stoa/contract/features/uploads'
import { eq } from 'drizzle-orm'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { measureUploads } from '../../admin/doctor/doctor.actions.ts'
import { uploads } from '../../../schema/uploads.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { sendFile } from './uploads.factory.ts'
import { uploadsListeners } from './uploads.jobs.ts'

let site: TestSite

const megabyte = 1024 * 1024
const changeWriteSettings = (values: object) =>
  transact(site.ctx, (tx) => changeSettings(tx, writeSettings, values))

beforeAll(async () => {
  site = await aSite()
  await changeWriteSettings({ max_user_storage: 2, authorized_attachment_extensions: ['zip'] })
})
afterAll(() => site.close())

const attach = (token: string, bytes = megabyte) =>
  sendFile(site.app, Buffer.alloc(bytes), { token, source: 'post_attachment', name: 'a.zip' })
const bytesOf = async (userId: string) => {
  const rows = await site.ctx.db.select().from(uploads).where(eq(uploads.userId, userId))
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}
const filesOnDisk = () =>
  readdirSync(site.ctx.config.files_dir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length
async function sweep() {
  for (const listener of uploadsListeners)
    if (listener.kind === 'every') await listener.run(site.ctx)
}

describe('storage of a user', () => {
  it('is limited exactly, and rejected uploads leave no files behind', async () => {
    const { token, id } = await aUser(site.ctx)
    expect(await attach(token)).toMatchObject({ status: 200 })
    expect(await attach(token, megabyte + 1)).toMatchObject({
      status: 409,
      reason: 'error.upload.storage_full',
      data: [{ error_field: 'file', error_msg: expect.stringContaining('2 MB') as string }],
    })
    expect(await attach(token)).toMatchObject({ status: 200 })
    expect(await attach(token, 1)).toMatchObject({ reason: 'error.upload.storage_full' })
    expect([await bytesOf(id), filesOnDisk()]).toEqual([2 * megabyte, 2])
  })

  it('is exact under concurrent uploads', async () => {
    const { token, id } = await aUser(site.ctx)
    const before = filesOnDisk()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => attach(token, megabyte / 2)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(4)
    expect([await bytesOf(id), filesOnDisk() - before]).toEqual([2 * megabyte, 4])
  })

  it('is freed when unused files are swept, and files in posts stay', async () => {
    const { token } = await aUser(site.ctx)
    const used = String((await attach(token)).data)
    expect(used.startsWith(uploadsPath)).toBe(true)
    await aQuestion(site.as(token), { content: `[figures](${used})` })
    await attach(token)
    await sweep()
    expect(await attach(token)).toMatchObject({ reason: 'error.upload.storage_full' })
    site.advance(49 * 3_600_000)
    await sweep()
    expect(await attach(token)).toMatchObject({ status: 200 })
    expect(await attach(token)).toMatchObject({ reason: 'error.upload.storage_full' })
  })

  it('is unlimited for staff, and for everyone with the setting 0', async () => {
    const mod = await aUser(site.ctx, { role: 'moderator' })
    for (let n = 0; n < 3; n++) expect(await attach(mod.token)).toMatchObject({ status: 200 })
    const { token } = await aUser(site.ctx)
    await changeWriteSettings({ max_user_storage: 0 })
    for (let n = 0; n < 3; n++) expect(await attach(token)).toMatchObject({ status: 200 })
    await changeWriteSettings({ max_user_storage: 2 })
  })

  it('is shown to operators as a sum', async () => {
    const { files, megabytes } = await measureUploads(site.ctx.db)
    const rows = await site.ctx.db.select().from(uploads)
    expect(files).toBe(rows.length)
    expect(megabytes).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0) / megabyte)
  })
})
