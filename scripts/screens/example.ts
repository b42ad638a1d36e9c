import { follow } from '@stoa/contract/features/follows'
import { getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { react } from '@stoa/contract/features/reactions'
import { apiClient } from '../../e2e/support/api-client.ts'
import type { Example } from '../../e2e/support/screens.ts'
import { logInAsAdmin } from '../../e2e/support/seed.ts'
import type { Site } from '../../e2e/support/site.ts'

/** Has code, comments, and two answers, one of them accepted. */
const title = 'Why does my PostgreSQL dump restore twice as slowly as it was written?'

/** Adds what demo users do not do to a question of the demo content. */
export async function prepareExample(site: Site): Promise<Example> {
  const { token } = await logInAsAdmin(site)
  const client = apiClient(site, token)
  const { list } = await client.call(listQuestions, { order: 'score', page_size: 100 })
  const question = list.find((item) => item.title === title)
  if (question === undefined) throw new Error(`demo question not found: ${title}`)
  await client.call(follow, { object_id: question.id })
  for (const object_id of [question.id, question.accepted_answer_id])
    await client.call(react, { object_id, emoji: 'heart', reaction: 'activate' })
  const { user_info, last_answered_user_info: expert = user_info } = await client.call(
    getQuestion,
    { id: question.id },
  )
  return { question, username: expert.username }
}
