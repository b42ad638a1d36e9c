import { generalSettings } from '@stoa/contract/settings/site'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { users } from '../../../schema/users.ts'
import { sendMail } from '../../site/mail/mail.actions.ts'
import { faultedMail } from './faulted.mail.tsx'
import { findConfigured } from './plugins.queries.ts'

/** Not if somebody enabled, updated or removed it meanwhile. */
export async function sendFaultedMail(
  ctx: Context,
  { slug, adminId }: { slug: string; adminId: string },
) {
  const plugin = ctx.plugins.find(slug) === null ? null : await findConfigured(ctx.primary, slug)
  if (plugin === null || plugin.fault === null) return
  const [admin] = await ctx.primary
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(eq(users.id, adminId))
  if (!admin?.email) return
  const { name: site, site_url: siteUrl } = ctx.settings.get(generalSettings)
  const { name } = plugin.manifest
  const content = faultedMail(ctx, admin.language, {
    site,
    siteUrl,
    slug,
    name,
    reason: plugin.fault,
  })
  await sendMail(ctx, { kind: 'plugin_disabled', to: admin.email, ...content })
}
