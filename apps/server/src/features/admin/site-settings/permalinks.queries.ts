import { permalinks } from '@stoa/contract/settings/site'
import { desc } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { questions } from '../../../schema/posts.ts'
import { urlsOfForm } from '../../content/shared/posts.settings.ts'
import { isListed } from '../../content/shared/posts.visibility.ts'

/** A recent question in each form of links; none on a site without questions. */
export async function previewPermalinkForms(db: ReadDb, origin: string) {
  const [recent] = await db
    .select({ id: questions.id, slug: questions.slug })
    .from(questions)
    .where(isListed())
    .orderBy(desc(questions.isPinned), desc(questions.createdAt), desc(questions.id))
    .limit(1)
  if (recent === undefined) return []
  return Object.values(permalinks).map((permalink) => ({
    permalink,
    url: urlsOfForm(permalink, origin).question(recent.id, recent.slug),
  }))
}
