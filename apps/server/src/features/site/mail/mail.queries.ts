import type { ResponseOf } from '@stoa/contract/endpoint'
import type { listMailLog } from '@stoa/contract/features/mail'
import { count, desc, eq } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { mailLog } from '../../../schema/mail.ts'

type MailLogFilter = { page: number; page_size: number; status?: 'sent' | 'failed' | undefined }

export async function listMails(
  db: ReadDb,
  filter: MailLogFilter,
): Promise<ResponseOf<typeof listMailLog>> {
  const { page, page_size: size, status } = filter
  const where = status === undefined ? undefined : eq(mailLog.status, status)
  const [total] = await db.select({ count: count() }).from(mailLog).where(where)
  const rows = await db
    .select()
    .from(mailLog)
    .where(where)
    .orderBy(desc(mailLog.createdAt), desc(mailLog.id))
    .limit(size)
    .offset((page - 1) * size)
  return { count: total?.count ?? 0, list: rows.map(toEntry) }
}

function toEntry({ createdAt, ...row }: typeof mailLog.$inferSelect) {
  return { ...row, created_at: toUnix(createdAt) }
}
