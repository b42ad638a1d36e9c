import type { Manifest } from '@stoa/plugin-kit/manifest'
import { z } from 'zod'
import { limits } from '@stoa/contract/limits'
import { maxSearchMatches, type PluginHook, type PluginHooks } from '../../kernel/plugins.ts'

type Rule<Hook extends PluginHook> = {
  deadlineMs: number
  result: z.ZodType<PluginHooks[Hook]['result']>
  isProvided(manifest: Manifest, input: PluginHooks[Hook]['input']): boolean
}

const reason = z.string().max(500)
const externalUser = z.object({
  // PostgreSQL cannot store NUL in text.
  id: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0]+$/),
  displayName: z.string().max(200),
  username: z.string().max(200),
  email: z.string().max(limits.email.max),
  isEmailVerified: z.boolean(),
  role: z.enum(['user', 'moderator', 'admin']).nullable(),
})
/** Requests of one call. */
export const maxSignedAtOnce = 50
const signedRequest = z.object({
  url: z.url({ protocol: /^https?$/ }).max(4000),
  method: z.enum(['GET', 'HEAD', 'PUT', 'POST', 'DELETE']),
  headers: z
    .record(z.string().regex(/^[a-z0-9-]{1,100}$/i), z.string().max(2000))
    .refine((headers) => Object.keys(headers).length <= 30),
})
/** Services of other companies may be slow. */
const serviceMs = 15_000
const indexMs = 30_000
const isSearch = ({ server }: Manifest) => server?.search !== undefined
const json = z.json() as z.ZodType<PluginHooks['function']['result']>

/** How long a call may take, and what it may return. A slow slot may still be remembered for the next page. */
export const hookRules: { readonly [Hook in PluginHook]: Rule<Hook> } = {
  review: {
    deadlineMs: 2000,
    result: z.discriminatedUnion('verdict', [
      z.object({ verdict: z.literal('approve') }),
      z.object({ verdict: z.enum(['hold', 'reject']), reason }),
    ]),
    isProvided: ({ server }) => server?.review === true,
  },
  render: {
    deadlineMs: 2000,
    result: z.array(z.string().max(100_000).nullable()).max(limits.plugins.pieces),
    isProvided: ({ server }) => server?.render !== undefined,
  },
  slot: {
    deadlineMs: 2000,
    result: z.string().max(50_000),
    isProvided: ({ server }, { name }) => server?.slots.includes(name) === true,
  },
  page: {
    deadlineMs: 1000,
    result: z.object({ title: z.string().max(200), html: z.string().max(300_000) }).nullable(),
    isProvided: ({ server, pages }) => server !== undefined && pages.length > 0,
  },
  function: {
    deadlineMs: 5000,
    result: json,
    isProvided: ({ server }, { name }) => hasName(server?.functions, name),
  },
  startSignIn: {
    deadlineMs: serviceMs,
    result: z.object({ url: z.url({ protocol: /^https?$/ }).max(8000), memory: json }),
    isProvided: ({ server }) => server?.connector?.type === 'redirect',
  },
  finishSignIn: {
    deadlineMs: serviceMs,
    result: externalUser,
    isProvided: ({ server }) => server?.connector?.type === 'redirect',
  },
  checkCredentials: {
    deadlineMs: serviceMs,
    result: externalUser.nullable(),
    isProvided: ({ server }) => server?.connector?.type === 'form',
  },
  branding: {
    deadlineMs: 1000,
    result: z
      .array(
        z.object({
          icon: z.string().max(200),
          name: z.string().max(50),
          label: z.string().max(100),
          url: z.url({ protocol: /^https?$/ }).max(500),
        }),
      )
      .max(limits.userCenter.branding),
    isProvided: ({ server }) => server?.userCenter?.branding === true,
  },
  verifyCaptcha: {
    deadlineMs: 5000,
    result: z.boolean(),
    isProvided: ({ server }) => server?.captcha === true,
  },
  startIndex: { deadlineMs: indexMs, result: z.null(), isProvided: isSearch },
  changeIndex: {
    deadlineMs: indexMs,
    result: z.object({ missing: z.array(z.number()).max(10) }),
    isProvided: isSearch,
  },
  finishIndex: { deadlineMs: indexMs, result: z.null(), isProvided: isSearch },
  // The built-in search still has to answer in time.
  findPosts: {
    deadlineMs: 1500,
    result: z.object({
      matches: z
        .array(z.object({ id: z.string().regex(/^\d{1,18}$/), score: z.number() }))
        .max(maxSearchMatches),
      hasMore: z.boolean(),
    }),
    isProvided: isSearch,
  },
  event: {
    deadlineMs: 30_000,
    result: z.null(),
    isProvided: ({ server }, { name }) => server?.events.includes(name) === true,
  },
  job: {
    deadlineMs: 30_000,
    result: z.null(),
    isProvided: ({ server }, { name }) => hasName(server?.jobs, name),
  },
  action: {
    deadlineMs: 30_000,
    result: z.string().max(500),
    isProvided: ({ server }, { name }) => server?.actions.includes(name) === true,
  },
  signFiles: {
    deadlineMs: 10_000,
    result: z.array(signedRequest).max(maxSignedAtOnce),
    isProvided: ({ server }) => server?.fileStore === true,
  },
  checkSettings: {
    deadlineMs: serviceMs,
    result: z
      .record(z.string().max(50), reason)
      .refine((problems) => Object.keys(problems).length <= limits.plugins.fields),
    isProvided: ({ server }) => server !== undefined,
  },
}

function hasName(list: readonly { name: string }[] = [], name: string) {
  return list.some((one) => one.name === name)
}
