import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { UserBasic } from './users.ts'

/** What staff and the site do to content and users. */
export const staffActions = [
  'close',
  'reopen',
  'pin',
  'unpin',
  'list',
  'unlist',
  'edit',
  'delete',
  'undelete',
  'protect',
  'unprotect',
  'lock',
  'unlock',
  'convert',
  'move',
  'delete_permanently',
  'decide_flags',
  'reopen_flags',
  'approve_post',
  'reject_post',
  'note',
  'delete_note',
  'reset_profile',
  'restore_profile',
  'warn',
  'withdraw_warning',
  'silence',
  'unsilence',
  'suspend',
  'unsuspend',
  'restore_posts',
  'remove_wave',
  'restore_wave',
  'dismiss_wave',
  'block_link',
  'block_networks',
  'reverse_votes',
  'take_badge_back',
  'start_bulk_action',
  'stop_bulk_action',
  'undo_bulk_action',
  'empty_deleted',
  'change_settings',
  'define_badge',
  'change_badge',
  'switch_badge',
  'retry_jobs',
  'discard_jobs',
  'run_doctor',
  'rebuild_search',
  'change_role',
  'deactivate',
  'delete_account',
  'set_password',
  'send_password_link',
  'edit_account',
  'create_activation_link',
  'send_activation_link',
  'add_user',
  'end_sessions',
  'invite',
  'revoke_invitation',
  'create_api_key',
  'rename_api_key',
  'revoke_api_key',
  'create_webhook',
  'change_webhook',
  'rotate_webhook_secret',
  'pause_webhook',
  'resume_webhook',
  'stop_webhook',
  'delete_webhook',
  'test_webhook',
  'redeliver_webhook',
  'check_mail_server',
  'store_plugin',
  'install_plugin',
  'change_plugin_version',
  'enable_plugin',
  'disable_plugin',
  'remove_plugin',
  'configure_plugin',
  'run_plugin_action',
  'move_files',
] as const
export type StaffAction = (typeof staffActions)[number]

export const staffObjectTypes = ['question', 'answer', 'comment', 'user', 'wave', 'site'] as const
export type StaffObjectType = (typeof staffObjectTypes)[number]

/** What changed, as few named values. */
const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type StaffLogValues = z.output<typeof Values>

export const StaffLogEntry = z.object({
  id: z.string(),
  created_at: z.number().int(),
  action: z.string(),
  object_type: z.enum(staffObjectTypes),
  object_id: z.string(),
  /** `0` for users, waves and the site, and for content that no longer exists. */
  question_id: z.string(),
  answer_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  /** The site did it, not a member of staff. */
  is_automatic: z.boolean(),
  /** Null if the account no longer exists. */
  actor_info: UserBasic.nullable(),
  /** The author of the content, or the user who was acted on. */
  user_info: UserBasic.nullable(),
  reason: z.string(),
  before: Values,
  after: Values,
})
export type StaffLogEntry = z.output<typeof StaffLogEntry>

const username = z.string().trim().max(limits.username.maxExisting).default('')
/** A day in the time zone of the site. */
const day = z.iso
  .date()
  .max(10)
  .regex(/^20\d\d/)
  .optional()

const filters = {
  /** The username of a member of staff. */
  actor: username,
  action: z.enum(staffActions).optional(),
  object_id: objectId('question', 'answer', 'comment').optional(),
  /** The username of the user concerned. */
  username,
  from: day,
  to: day,
}

export const listStaffLog = endpoint({
  method: 'GET',
  path: `${apiPrefix}/staff/log`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists what staff did to content and users, newest first.',
  input: { ...paging, ...filters },
  response: pageOf(StaffLogEntry),
})

export const exportStaffLog = endpoint({
  method: 'GET',
  path: `${apiPrefix}/staff/log/export`,
  access: 'moderator',
  allowsKeys: true,
  summary: `Returns the newest ${limits.staffLogExport.max} entries of the staff log as CSV.`,
  input: filters,
  response: z.string(),
  limits: ['export.user'],
})
