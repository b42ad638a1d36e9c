import { ApiError, createClient, type CallOptions, type Client } from '@stoa/contract/client'
import type { Endpoint, InputOf, ResponseOf } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { data, redirect } from 'react-router'
import { hostContext, visitContext, type LoadContext } from './context.server.ts'
import { type FormProblem, toRejection, type Rejection } from './rejections.ts'

type Args = { request: Request; url: URL; context: LoadContext }

/** For loaders: a rejected call throws the error page or redirect for it. */
export function apiFrom(args: Args): Client {
  const client = clientOf(args.context)
  return {
    async call(endpoint, input, options) {
      try {
        return await client.call(endpoint, input, options)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const rejection = toRejection(error.envelope, locationOf(args.url))
        throw toErrorResponse(rejection, error.envelope, args)
      }
    },
  }
}

export async function findOrNull<E extends Endpoint>(
  args: Args,
  endpoint: E,
  input: InputOf<E>,
): Promise<ResponseOf<E> | null> {
  try {
    return await clientOf(args.context).call(endpoint, input)
  } catch (error) {
    if (error instanceof ApiError && error.envelope.status === 404) return null
    throw error
  }
}

type SubmitResult<Output> =
  | { ok: true; response: Output }
  | { ok: false; problem: FormProblem; status: number; envelope: Envelope }

/** For actions: validation errors are returned so that the form can show them; the rest is thrown. */
export async function submit<E extends Endpoint>(
  args: Args,
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<SubmitResult<ResponseOf<E>>> {
  try {
    return { ok: true, response: await clientOf(args.context).call(endpoint, input, options) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const rejection = toRejection(error.envelope, locationOf(args.url))
    const problem = toProblem(rejection)
    if (problem === null) throw toErrorResponse(rejection, error.envelope, args)
    return { ok: false, problem, status: error.envelope.status, envelope: error.envelope }
  }
}

function clientOf(context: LoadContext): Client {
  const host = context.get(hostContext)
  const { locale } = context.get(visitContext)
  return createClient((endpoint, input, options) => host.call(endpoint, input, locale, options))
}

function toProblem(rejection: Rejection): FormProblem | null {
  if (rejection.type === 'fields') return { fields: rejection.fields, message: null }
  if (rejection.type === 'message') {
    return { fields: {}, message: { kind: rejection.kind, text: rejection.message } }
  }
  return null
}

function toErrorResponse(rejection: Rejection, envelope: Envelope, { context }: Args) {
  if (rejection.type !== 'redirect')
    return data({ reason: envelope.reason }, { status: envelope.status })
  const headers = rejection.endsSession
    ? { 'set-cookie': context.get(hostContext).expiredSessionCookie() }
    : undefined
  return redirect(rejection.path, { headers })
}

/** Path and query of the page; `url` is what the router passes, since data requests have another `request.url`. */
export function locationOf(url: URL): string {
  return url.pathname + url.search
}

/** Whether a client-side navigation requests the data of a page: only then the router changes the path. */
export function isDataRequest({ request, url }: { request: Request; url: URL }): boolean {
  return new URL(request.url).pathname !== url.pathname
}
