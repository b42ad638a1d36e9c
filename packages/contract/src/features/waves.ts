import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { UserBasic } from './users.ts'

export const waveStates = ['open', 'removing', 'removed', 'restoring', 'dismissed'] as const
export type WaveState = (typeof waveStates)[number]

const waveId = z.string().regex(/^[1-9]\d{0,17}$/)
const userId = z.string().regex(/^[1-9]\d{0,14}$/)
const count = z.number().int()

const Wave = z.object({
  id: z.string(),
  state: z.enum(waveStates),
  /** The host that most posts lead to, or the beginning of their text. */
  label: z.string(),
  created_at: count,
  first_post_at: count,
  last_post_at: count,
  /** Accounts that a removal suspends. */
  account_count: count,
  /** Posts and comments of these accounts in the wave. */
  post_count: count,
  held_count: count,
  /** Were public at some time. */
  public_count: count,
})
export type Wave = z.output<typeof Wave>

export const listWaves = endpoint({
  method: 'GET',
  path: `${apiPrefix}/waves`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists spam waves that wait for a decision, or those that are decided, newest first.',
  input: { ...paging, status: z.enum(['open', 'decided']).default('open') },
  response: pageOf(Wave).extend({
    /** At most `limits.queueCount.max`. */
    open_count: count,
  }),
})

/** What a job of the wave has done. */
const WaveProgress = z.object({
  state: z.enum(waveStates),
  total: count,
  done: count,
  /** Staff stopped the last job before it was done. */
  is_stopped: z.boolean(),
  removed_posts: count,
  suspended_accounts: count,
  decided_at: count,
  decided_by: UserBasic.nullable(),
  /** 0 when there is nothing to undo. */
  undo_until: count,
})
export type WaveProgress = z.output<typeof WaveProgress>

export const getWaveProgress = endpoint({
  method: 'GET',
  path: `${apiPrefix}/waves/progress`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Returns how far the removal or restoration of a spam wave is.',
  input: { id: waveId },
  response: WaveProgress,
  errors: ['wave.not_found'],
})

const postFields = {
  object_id: z.string(),
  object_type: z.enum(['question', 'answer', 'comment']),
  question_id: z.string(),
  answer_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  /** The beginning of the text. */
  excerpt: z.string(),
  user_info: UserBasic,
  created_at: count,
}

const WaveSample = z.object({
  ...postFields,
  /** Posts like this one, itself included. */
  copies: count,
  /** Percent of equal text of the copy that differs most. */
  likeness: count,
})
export type WaveSample = z.output<typeof WaveSample>

const WaveShare = z.object({ name: z.string(), posts: count, is_blocked: z.boolean() })

const WaveDetail = Wave.extend({
  progress: WaveProgress,
  /** Hosts of other sites that the posts lead to, most used first. */
  hosts: z.array(WaveShare).max(limits.waves.hosts),
  /** Most used first. */
  networks: z.array(WaveShare).max(limits.waves.networks),
  network_count: count,
  /** Networks that together sent most posts. */
  main_networks: z.array(z.string()).max(limits.waves.networks),
  /** Posts of the main networks. */
  main_network_posts: count,
  /** Established members who replied to these posts, or whom they mention. */
  touched_count: count,
  /** Newest hours with posts. */
  hours: z.array(z.object({ at: count, held: count, public: count })).max(limits.waves.hours),
  samples: z.array(WaveSample).max(limits.waves.samples),
  signals: z.array(z.object({ name: z.string(), posts: count })).max(limits.waves.signals),
  /** When the accounts registered: the first and the last. */
  joined: z.object({ first: count, last: count }),
  /** Seconds from joining to the first post, of the account in the middle. */
  first_post_after: count,
  left_out: z
    .array(z.object({ user_info: UserBasic, created_at: count, posts: count }))
    .max(limits.waves.leftOut),
  left_out_count: count,
})
export type WaveDetail = z.output<typeof WaveDetail>

export const getWave = endpoint({
  method: 'GET',
  path: `${apiPrefix}/waves/info`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Returns a spam wave: its figures, sample posts and why they belong together.',
  input: { id: waveId },
  response: WaveDetail,
  errors: ['wave.not_found'],
})

const WavePost = z.object({
  ...postFields,
  is_held: z.boolean(),
  is_removed: z.boolean(),
  is_left_out: z.boolean(),
  score: count,
  signals: z.array(z.string()).max(limits.waves.signals),
})
export type WavePost = z.output<typeof WavePost>

export const listWavePosts = endpoint({
  method: 'GET',
  path: `${apiPrefix}/waves/posts`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists the posts and comments of a spam wave, newest first.',
  input: { id: waveId, ...paging },
  response: pageOf(WavePost),
})

const WaveAccount = z.object({
  user_info: UserBasic,
  created_at: count,
  posts: count,
  is_left_out: z.boolean(),
  is_suspended: z.boolean(),
})
export type WaveAccount = z.output<typeof WaveAccount>

export const listWaveAccounts = endpoint({
  method: 'GET',
  path: `${apiPrefix}/waves/accounts`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Lists the accounts of a spam wave, those that are left out first.',
  input: { id: waveId, ...paging },
  response: pageOf(WaveAccount),
})

const jobErrors = ['wave.not_found', 'wave.busy', 'wave.decided'] as const

export const changeWaveAccount = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/waves/account`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Leaves an account out of the removal of a spam wave, or includes it.',
  input: { id: waveId, user_id: userId, is_left_out: z.boolean() },
  response: z.null(),
  errors: [...jobErrors, 'user.not_found', 'user.is_staff'],
})

export const removeWave = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/waves/remove`,
  access: 'moderator',
  allowsKeys: true,
  summary:
    'Deletes all posts of the accounts of a spam wave and suspends these accounts, in a job. Notifies nobody.',
  input: { id: waveId },
  response: WaveProgress,
  errors: [...jobErrors],
})

export const stopWave = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/waves/stop`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Stops the removal or restoration of a spam wave. What is done stays done.',
  input: { id: waveId },
  response: WaveProgress,
  errors: ['wave.not_found', 'wave.not_running'],
})

export const restoreWave = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/waves/restore`,
  access: 'moderator',
  allowsKeys: true,
  summary: `Undoes the removal of a spam wave within ${limits.waves.undoDays} days, in a job.`,
  input: { id: waveId },
  response: WaveProgress,
  errors: ['wave.not_found', 'wave.busy', 'wave.nothing_removed', 'wave.undo_expired'],
})

export const dismissWave = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/waves/dismiss`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Marks a wave as not spam, and publishes the posts that only this suspicion holds.',
  input: { id: waveId },
  response: WaveProgress,
  errors: [...jobErrors],
})

export const blockWaveHost = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/waves/block/host`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Holds new posts that contain a host of a spam wave, by the word list of the site.',
  input: { id: waveId, host: z.string().trim().min(1).max(100) },
  response: z.null(),
  errors: ['wave.not_found', 'wave.not_part', 'wave.list_full'],
})

export const blockWaveNetworks = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/waves/block/networks`,
  access: 'moderator',
  allowsKeys: true,
  summary: 'Holds new posts from networks of a spam wave, by the network list of the site.',
  input: {
    id: waveId,
    networks: z.array(z.string().max(50)).min(1).max(limits.waves.networks),
  },
  response: z.null(),
  errors: ['wave.not_found', 'wave.not_part', 'wave.list_full'],
})
