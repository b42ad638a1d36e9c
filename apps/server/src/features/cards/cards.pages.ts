import { toLongId, typeOfId } from '@stoa/contract/ids'
import { generalSettings, interfaceSettings, themeSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { isPrivate } from '../../kernel/admission.ts'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/errors.ts'
import { networkOf } from '../../kernel/network.ts'
import { type Card, cardJob } from './cards.drawing.ts'
import { findShown } from './cards.queries.ts'

/** Mounts the pictures that other sites show beside a link. They are for everyone, so a private site has none. */
export function mountCards(app: FastifyInstance, ctx: Context) {
  app.get('/cards/site.png', async (request, reply) => {
    await admit(ctx, request)
    const { name, short_description: about } = ctx.settings.get(generalSettings)
    return await send(ctx, request, reply, {
      title: about === '' ? name : about,
      tags: [],
      facts: [],
    })
  })

  app.get<{ Params: { id: string } }>('/cards/questions/:id.png', async (request, reply) => {
    await admit(ctx, request)
    const id = toLongId(request.params.id)
    const question = id !== null && typeOfId(id) === 'question' ? await findShown(ctx.db, id) : null
    if (question === null) return fail('base.not_found')
    const { language } = ctx.settings.get(interfaceSettings)
    const t = translator(isLocale(language) ? language : defaultLocale)
    const number = new Intl.NumberFormat(t.tag)
    return await send(ctx, request, reply, {
      title: question.title,
      tags: question.tags.map(({ displayName }) => displayName),
      facts: [
        `${t('question.votes')} ${number.format(question.score)}`,
        `${t('question.answers')} ${number.format(question.answerCount)}`,
      ],
    })
  })
}

async function admit(ctx: Context, request: FastifyRequest) {
  if (isPrivate(ctx) || !ctx.settings.isInstalled()) fail('base.not_found')
  await ctx.limits.take('card.address', networkOf(request.ip))
}

/** A day: what others keep is asked for again by another address when the question changes. */
const kept = 'public, max-age=86400'

async function send(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  said: Pick<Card, 'title' | 'tags' | 'facts'>,
) {
  const { theme, theme_config } = ctx.settings.get(themeSettings)
  const card = {
    ...said,
    siteName: ctx.settings.get(generalSettings).name,
    accent: theme_config[theme]?.primary_color ?? '#0033ff',
  }
  const name = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 27)
  void reply.header('etag', `"${name}"`).header('cache-control', kept)
  if (request.headers['if-none-match']?.includes(name) === true) return reply.code(304).send()
  return reply.type('image/png').send(await drawOnce(ctx, request, name, card))
}

/** The last ones drawn, by what they say: a link that is passed around is asked for by many at once. */
const drawn = new Map<string, Promise<Uint8Array>>()
const most = 200

function drawOnce(ctx: Context, request: FastifyRequest, name: string, card: Card) {
  const known = drawn.get(name)
  if (known !== undefined) return known
  const drawing = ctx.images.run(cardJob, card, networkOf(request.ip)).catch((error: unknown) => {
    drawn.delete(name)
    throw error
  })
  drawn.set(name, drawing)
  const [oldest] = drawn.keys()
  if (drawn.size > most && oldest !== undefined) drawn.delete(oldest)
  return drawing
}
