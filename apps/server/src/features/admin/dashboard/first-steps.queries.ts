import { type FirstStep, firstSteps } from '@stoa/contract/features/dashboard'
import { brandingSettings, firstStepSettings, generalSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'

/** Fewer tags are no choice for those who ask. */
const minTags = 3

export async function readFirstSteps(ctx: Context) {
  const { description, short_description } = ctx.settings.get(generalSettings)
  const { logo, square_icon } = ctx.settings.get(brandingSettings)
  const { states } = ctx.settings.get(firstStepSettings)
  const { rows } = await ctx.db.execute<{ hasTags: boolean; hasPeople: boolean }>(sql`
    select
      (select count(*) from (select from ${tags} where not ${tags.isDeleted} limit ${minTags}) found) = ${minTags} as "hasTags",
      exists (select from ${users} where ${users.activatedAt} is not null and ${users.status} = 'normal' offset 1) as "hasPeople"`)
  const isDone: Record<FirstStep, boolean> = {
    description: description !== '' || short_description !== '',
    logo: logo !== '' || square_icon !== '',
    email: ctx.mailer.isConfigured(),
    backup: states['backup'] === 'confirmed',
    tags: rows[0]?.hasTags === true,
    people: rows[0]?.hasPeople === true,
  }
  return firstSteps.map((name) => ({
    name,
    is_done: isDone[name],
    is_dismissed: states[name] === 'dismissed',
  }))
}
