import { toLongId, typeOfId } from '@stoa/contract/ids'
import { generalSettings, interfaceSettings, themeSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { isPrivateSite } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { networkOf } from '../../../kernel/requests.ts'
import { type Card, cardJob } from './cards.drawing.ts'
import { findCardQuestion } from './cards.queries.ts'

/** Preview images for links. They are public, so a private site has none. */
export function mountCards(app: FastifyInstance, ctx: Context) {
  app.get('/cards/site.png', async (request, reply) => {
    await admit(ctx, request)
    const { name, short_description: description } = ctx.settings.get(generalSettings)
    return await send(ctx, request, reply, {
      title: description === '' ? name : description,
      tags: [],
      facts: [],
    })
  })

  app.get<{ Params: { id: string } }>('/cards/questions/:id.png', async (request, reply) => {
    await admit(ctx, request)
    const id = toLongId(request.params.id)
    const question =
      id !== null && typeOfId(id) === 'question' ? await findCardQuestion(ctx.db, id) : null
    if (question === null) return fail('base.not_found')
    const { language } = ctx.settings.get(interfaceSettings)
    const t = translator(isLocale(language) ? language : defaultLocale)
    const numberFormat = new Intl.NumberFormat(t.tag)
    return await send(ctx, request, reply, {
      title: question.title,
      tags: question.tags.map(({ displayName }) => displayName),
      facts: [
        `${t('question.votes')} ${numberFormat.format(question.score)}`,
        `${t('question.answers')} ${numberFormat.format(question.answerCount)}`,
      ],
    })
  })
}

async function admit(ctx: Context, request: FastifyRequest) {
  if (isPrivateSite(ctx) || !ctx.settings.isInstalled()) fail('base.not_found')
  await ctx.limits.take('card.address', networkOf(request.ip))
}

/** A day is safe, because the URL changes with the question. */
const cacheControl = 'public, max-age=86400'

async function send(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  content: Pick<Card, 'title' | 'tags' | 'facts'>,
) {
  const { theme, theme_config } = ctx.settings.get(themeSettings)
  const card = {
    ...content,
    siteName: ctx.settings.get(generalSettings).name,
    accent: theme_config[theme]?.primary_color ?? '#0033ff',
  }
  const name = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 27)
  void reply.header('etag', `"${name}"`).header('cache-control', cacheControl)
  if (request.headers['if-none-match']?.includes(name) === true) return reply.code(304).send()
  return reply.type('image/png').send(await drawCached(ctx, request, name, card))
}

/** A shared link is requested by many at once, so concurrent renders of a card are coalesced. */
const cache = new Map<string, Promise<Uint8Array>>()
const maxCachedCards = 200

function drawCached(ctx: Context, request: FastifyRequest, name: string, card: Card) {
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const pending = ctx.images.run(cardJob, card, networkOf(request.ip)).catch((error: unknown) => {
    cache.delete(name)
    throw error
  })
  cache.set(name, pending)
  const [oldest] = cache.keys()
  if (cache.size > maxCachedCards && oldest !== undefined) cache.delete(oldest)
  return pending
}
