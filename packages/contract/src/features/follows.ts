import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

/** Of a followed tag: emails about new questions as the caller chose, or with a digest only. */
export const followLevels = ['all', 'digest'] as const
export type FollowLevel = (typeof followLevels)[number]

/** `mute` ignores the tag. */
export const tagLevels = [...followLevels, 'mute'] as const
export type TagLevel = (typeof tagLevels)[number]

/** That are listed. Nothing limits how many users one may follow. */
export const maxFollowedUsers = 100

const FollowedTag = Tag.extend({ tag_id: z.string(), level: z.enum(followLevels) })
export type FollowedTag = z.output<typeof FollowedTag>

export const follow = endpoint({
  method: 'POST',
  path: `${apiPrefix}/follow`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Follows or unfollows a question or a tag.',
  input: { object_id: objectId('question', 'tag'), is_cancel: z.boolean().default(false) },
  response: z.object({ follows: z.number().int(), is_followed: z.boolean() }),
  errors: ['object.not_found', 'question.not_found', 'tag.not_found', 'object.already_deleted'],
})

export const setTagLevel = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/tags/level`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Follows a tag at this level, or ignores it.',
  input: { tag_id: objectId('tag'), level: z.enum(tagLevels) },
  response: z.null(),
  errors: ['tag.not_found', 'tag.too_many_ignored'],
})

export const followTags = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/follow/tags`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Replaces the tags the caller follows. Unknown names are ignored.',
  input: {
    slug_name_list: z.array(z.string().max(limits.tagName.max)).max(limits.followedTags.max),
  },
  response: z.null(),
})

export const listFollowedTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags/following`,
  access: 'public',
  summary: 'Lists the tags the caller follows, by name; empty for visitors.',
  response: z.array(FollowedTag),
})

export const followUser = endpoint({
  method: 'POST',
  path: `${apiPrefix}/user/follow`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Follows or unfollows a user: the caller is notified of new questions and answers.',
  input: { username: z.string().min(1).max(100), is_cancel: z.boolean().default(false) },
  response: z.object({ is_followed: z.boolean() }),
  errors: ['user.not_found', 'user.oneself'],
})

export const listFollowedUsers = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/following`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists the users that the caller follows, up to 100, newest first.',
  response: z.array(UserBasic).max(maxFollowedUsers),
})

export const muteQuestion = endpoint({
  method: 'POST',
  path: `${apiPrefix}/question/mute`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary:
    'Mutes a question: the caller is notified only of what staff decide about their own content. Or ends that.',
  input: { question_id: objectId('question'), is_cancel: z.boolean().default(false) },
  response: z.object({ is_muted: z.boolean() }),
  errors: ['question.not_found'],
})

const MutedQuestion = z.object({
  question_id: z.string(),
  title: z.string(),
  url_title: z.string(),
})
export type MutedQuestion = z.output<typeof MutedQuestion>

export const listMutedQuestions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/muted`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists the questions that the caller muted and may still read, newest first.',
  response: z.array(MutedQuestion).max(limits.mutedQuestions.max),
})
