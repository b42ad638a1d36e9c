import { apiPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { QuestionItem } from './questions.ts'

/** A list of its own, because it is another one for everybody: `question/page` refuses the order `recommend`. */
export const listRecommended = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/recommend/page`,
  access: 'member',
  summary:
    'Open questions the caller follows, or with a tag they follow, that they neither asked nor answered.',
  input: paging,
  reply: pageOf(QuestionItem),
})
