import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { pageOf } from '../paging.ts'
import { QuestionItem } from './questions.ts'

export const listRelated = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/similar/tag`,
  access: 'public',
  summary:
    'Lists up to six related questions. Shared rare tags count most, then rare words of the title.',
  input: { question_id: objectId('question') },
  response: pageOf(QuestionItem),
  errors: ['question.not_found'],
})
