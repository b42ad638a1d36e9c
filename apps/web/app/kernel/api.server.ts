import { ApiError, clientOver, type CallOptions, type Client } from '@stoa/contract/client'
import type { Endpoint, InputOf, ReplyOf } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { data, redirect } from 'react-router'
import { hostContext, visitContext, type LoadContext } from './context.server.ts'
import type { FormProblem } from './form-problem.ts'
import { toRefusal, type Refusal } from './refusals.ts'

type Args = { request: Request; context: LoadContext }

/** The client of loaders: a refusal becomes the page that explains it. */
export function apiFrom(args: Args): Client {
  const client = clientOf(args.context)
  return {
    async call(endpoint, input, options) {
      try {
        return await client.call(endpoint, input, options)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        throw toPage(toRefusal(error.envelope, locationOf(args.request)), error.envelope, args)
      }
    },
  }
}

/** Asks for what may not exist: null then, instead of a page that says so. */
export async function findFrom<E extends Endpoint>(
  args: Args,
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E> | null> {
  try {
    return await clientOf(args.context).call(endpoint, input)
  } catch (error) {
    if (error instanceof ApiError && error.envelope.status === 404) return null
    throw error
  }
}

type Submitted<Reply> =
  | { ok: true; reply: Reply }
  | { ok: false; problem: FormProblem; status: number; envelope: Envelope }

/** The client of actions: a refusal of what was filled in comes back, to be said beside the form. */
export async function submit<E extends Endpoint>(
  args: Args,
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<Submitted<ReplyOf<E>>> {
  try {
    return { ok: true, reply: await clientOf(args.context).call(endpoint, input, options) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const refusal = toRefusal(error.envelope, locationOf(args.request))
    const problem = toProblem(refusal)
    if (problem === null) throw toPage(refusal, error.envelope, args)
    return { ok: false, problem, status: error.envelope.status, envelope: error.envelope }
  }
}

function clientOf(context: LoadContext): Client {
  const from = context.get(hostContext)
  const { locale } = context.get(visitContext)
  return clientOver((endpoint, input, options) => from.call(endpoint, input, locale, options))
}

function toProblem(refusal: Refusal): FormProblem | null {
  if (refusal.is === 'fields') return { fields: refusal.fields, message: null }
  if (refusal.is === 'message') {
    return { fields: {}, message: { kind: refusal.kind, text: refusal.message } }
  }
  return null
}

function toPage(refusal: Refusal, envelope: Envelope, { context }: Args) {
  if (refusal.is !== 'elsewhere')
    return data({ reason: envelope.reason }, { status: envelope.status })
  const headers = refusal.endsSession
    ? { 'set-cookie': context.get(hostContext).expiredSessionCookie() }
    : undefined
  return redirect(refusal.path, { headers })
}

/** Path and query of a request, without what the router added to it. */
export function locationOf(request: Request): string {
  const url = new URL(request.url)
  url.searchParams.delete('_routes')
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  return path + url.search
}
