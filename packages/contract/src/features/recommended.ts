import { apiPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { QuestionItem } from './questions.ts'

/** Not an order of `question/page`, because the list differs for each user and cannot be shared. */
export const listRecommended = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/recommend/page`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Lists open questions the caller follows, or with a tag they follow, that they neither asked nor answered.',
  input: paging,
  response: pageOf(QuestionItem),
})
