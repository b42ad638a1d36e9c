import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { existingUsername } from './account-fields.ts'

const url = z.string()

const Agent = z.object({
  /** The slug of the plugin. */
  name: z.string(),
  display_name: z.string(),
  /** The URL of an image, or empty. */
  icon: url,
  /** Of the service, or empty. */
  url,
  login_redirect_url: url,
  sign_up_redirect_url: url,
  control_center: z
    .array(z.object({ name: z.string(), label: z.string(), url }))
    .max(limits.userCenter.links),
  /** Whether users also log in with passwords of the site. */
  enabled_original_user_system: z.boolean(),
})
export type UserCenterAgent = z.output<typeof Agent>

export const getUserCenter = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user-center/agent`,
  access: 'open',
  summary: 'Returns the plugin that manages the accounts of the site, if there is one.',
  response: z.object({ enabled: z.boolean(), agent_info: Agent.nullable() }),
})

const Redirect = z.object({ enabled: z.boolean(), redirect_url: url })

export const getUserCenterSettings = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user-center/user/settings`,
  access: 'member',
  summary: 'Says where the user changes profile and account, if not on this site.',
  response: z.object({ profile_setting_agent: Redirect, account_setting_agent: Redirect }),
})

const Branding = z.object({ icon: url, name: z.string(), label: z.string(), url })
export type UserBranding = z.output<typeof Branding>

export const getUserBranding = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user-center/personal/branding`,
  access: 'public',
  summary: 'Returns what the user center shows on the profile of a user.',
  input: { username: existingUsername },
  response: z.object({
    enabled: z.boolean(),
    personal_branding: z.array(Branding).max(limits.userCenter.branding),
  }),
  errors: ['user.not_found'],
})
