import { gravatarBaseOf, userSettings } from '@stoa/contract/settings/people'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { assertCanReadSite } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Identify } from '../../../kernel/route.ts'
import { fail } from '../../../kernel/errors.ts'
import { gravatarsPath } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'

const sizePixels = 320

/**
 * Redirects to Gravatar. An email can be guessed from its hash, so the hash is sent only when both the admin and the
 * user have enabled Gravatar, and on a private site only to members.
 */
export function mountGravatars(app: FastifyInstance, ctx: Context, identify: Identify) {
  app.get<{ Params: { id: string } }>(`${gravatarsPath}:id`, async (request, reply) => {
    await assertCanReadSite(ctx, identify, request)
    const base = gravatarBaseOf(ctx.settings.get(userSettings))
    const { id } = request.params
    if (base === null || !/^\d{1,18}$/.test(id)) return fail('base.not_found')
    const [user] = await ctx.db
      .select({ email: users.email, type: users.avatarType })
      .from(users)
      .where(and(eq(users.id, id), isNotNull(users.activatedAt)))
    if (user?.type !== 'gravatar' || user.email === null) return fail('base.not_found')
    return reply
      .header('cache-control', 'private, max-age=3600')
      .redirect(toGravatarUrl(base, user.email))
  })
}

function toGravatarUrl(base: string, email: string) {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
  const url = new URL(hash, base.endsWith('/') ? base : `${base}/`)
  url.search = `s=${sizePixels}&d=identicon`
  return url.href
}
