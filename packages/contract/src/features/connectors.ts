import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { code, email, password, returnPath } from './account-fields.ts'
import { LoginResult } from './accounts.ts'

const slug = z.string().min(2).max(limits.plugins.slug)
const externalId = z.string().min(1).max(255)
/** Proves that the browser that comes back is the one that was sent to the service. Browsers have it in a cookie. */
const flow = z.string().min(2).max(128)

const Connector = z.object({
  slug_name: z.string(),
  /** Of the service, such as GitHub. */
  name: z.string(),
  /** The URL of an image, or empty. */
  icon: z.string(),
  /** Where the browser logs in. */
  link: z.string(),
  /** `form`: the service takes a username and a password. */
  type: z.enum(['redirect', 'form']),
})
export type Connector = z.output<typeof Connector>

const Linked = Connector.extend({
  /** Whether the user can log in with it. */
  binding: z.boolean(),
  /** Of the account at the service, or empty. */
  external_id: z.string(),
})
export type LinkedConnector = z.output<typeof Linked>

const outcomes = [
  'signed_in',
  /** The account at the service was linked to the account of the session. */
  'linked',
  /** The account has a second factor: `token` is sent back with the code. */
  'code_required',
  /** The service vouches for no email: `binding_key` is sent back with one. */
  'email_required',
  /** Another account has the email. Its owner got a link. */
  'confirmation_sent',
] as const

export const SignInOutcome = z.object({
  outcome: z.enum(outcomes),
  session: LoginResult.nullable(),
  token: z.string(),
  binding_key: z.string(),
  /** What the service said about the email, for the form. */
  email: z.string(),
  return_path: z.string(),
})
export type SignInOutcome = z.output<typeof SignInOutcome>

export const listConnectors = endpoint({
  method: 'GET',
  path: `${apiPrefix}/connector/info`,
  access: 'open',
  summary: 'Lists the services with which users can log in.',
  response: z.array(Connector).max(limits.plugins.max),
})

export const startConnector = endpoint({
  method: 'POST',
  path: `${apiPrefix}/connector/start`,
  access: 'open',
  allowsReadOnly: true,
  summary:
    'Starts a login at a service, or with `link` adds it to the account of the session. Send the browser to the URL.',
  input: {
    plugin_slug_name: slug,
    intent: z.enum(['login', 'link']).default('login'),
    return_path: returnPath.optional(),
  },
  response: z.object({ url: z.string(), flow: z.string() }),
  errors: ['connector.not_found', 'connector.failed', 'connector.rejected'],
  limits: ['challenge.address'],
})

/** A SAML response is larger than other parameters. */
const maxParameter = 200_000

export const finishConnector = endpoint({
  method: 'POST',
  path: `${apiPrefix}/connector/finish`,
  access: 'open',
  allowsReadOnly: true,
  summary: 'Finishes a login with what the service sent back. It works once, within ten minutes.',
  input: {
    plugin_slug_name: slug,
    flow,
    state: z.string().max(200),
    method: z.enum(['GET', 'POST']),
    parameters: z
      .record(z.string().max(100), z.string().max(maxParameter))
      .refine((all) => Object.keys(all).length <= 50),
  },
  response: SignInOutcome,
  errors: [
    'connector.not_found',
    'connector.expired',
    'connector.failed',
    'connector.rejected',
    'connector.taken',
    'connector.already_linked',
    'account.registration_closed',
    'account.domain_refused',
  ],
  limits: ['login.address'],
})

export const loginWithConnector = endpoint({
  method: 'POST',
  path: `${apiPrefix}/connector/login`,
  access: 'open',
  allowsReadOnly: true,
  summary: 'Logs in with the username and password of a service that takes them, or links it.',
  input: {
    plugin_slug_name: slug,
    username: z.string().trim().min(1).max(200),
    password,
    intent: z.enum(['login', 'link']).default('login'),
    return_path: returnPath.optional(),
    ...captchaSolution,
  },
  response: SignInOutcome,
  errors: [
    'connector.not_found',
    'connector.failed',
    'connector.rejected',
    'connector.taken',
    'connector.already_linked',
    'account.wrong_credentials',
    'account.registration_closed',
    'account.domain_refused',
  ],
  limits: ['login.address', 'login.account_network', 'login.account', 'login.device'],
  captcha: 'password',
})

export const bindEmail = endpoint({
  method: 'POST',
  path: `${apiPrefix}/connector/binding/email`,
  access: 'open',
  summary:
    'Sends a link to the email. It creates an account, or links the service to the one that has the email. The response does not tell which.',
  input: {
    binding_key: flow,
    email,
    /** Of older clients, without effect: an account is only ever linked by its owner. */
    must: z.boolean().optional(),
    ...captchaSolution,
  },
  response: z.object({
    email_exist_and_must_be_confirmed: z.boolean(),
    access_token: z.string(),
  }),
  errors: ['connector.expired', 'account.registration_closed', 'account.domain_refused'],
  limits: ['register.address', 'mail.account'],
  captcha: 'email',
})

export const confirmBinding = endpoint({
  method: 'POST',
  path: `${apiPrefix}/connector/binding/confirm`,
  access: 'open',
  summary: 'Links a service to an account with the code from the email, and logs in.',
  input: { code },
  response: LoginResult,
  errors: [
    'account.code_expired',
    'connector.taken',
    'connector.already_linked',
    'second_factor.required',
  ],
  limits: ['code.address'],
})

export const listLinkedConnectors = endpoint({
  method: 'GET',
  path: `${apiPrefix}/connector/user/info`,
  access: 'member',
  summary: 'Lists the services with which users can log in, and which are linked to the account.',
  response: z.array(Linked).max(limits.plugins.max),
})

export const unlinkConnector = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/connector/user/unbinding`,
  access: 'member',
  summary: 'Removes a service from the account, unless it is the only way to log in.',
  /** Without the slug, only if one service has the id. */
  input: { external_id: externalId, plugin_slug_name: slug.optional() },
  response: z.null(),
  errors: ['connector.not_linked', 'connector.last_sign_in'],
  limits: ['credential.user'],
})
