import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'

export const sharePost = endpoint({
  method: 'POST',
  path: `${apiPrefix}/post/share`,
  access: 'member',
  allowsKeys: true,
  summary: 'Says that the caller shared a link to a question or an answer.',
  input: { object_id: objectId('question', 'answer') },
  response: z.null(),
  errors: ['object.not_found', 'question.not_found', 'answer.not_found'],
})
