// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { questionStatuses } from '@stoa/contract/features/questions'
import { afterEach, expect, it } from 'vitest'
import { renderRoutes } from '../../../kernel/page.factory.tsx'
import { aViewer, aVisit } from '../../../kernel/visit.factory.ts'
import { AnswerSection } from '../answers/answer-section.tsx'
import { CommentFormProvider } from '../comments/comment-form-context.tsx'
import { CommentSection } from '../comments/comment-section.tsx'

afterEach(cleanup)

const lacking = { 'comment.add': 50, 'answer.add': 20 }
const visit = aVisit({ viewer: aViewer({ rank: 3, lacking }) })

it('tells at the comment button how much reputation is missing, and opens no form', async () => {
  const Component = () => (
    <CommentFormProvider users={[]}>
      <CommentSection
        postId="1"
        label="Comments"
        comments={{ count: 0, list: [] }}
        commentHref={() => '/'}
        allHref="/"
        askerId="2"
        targetId={null}
        isReadOnly={false}
      />
    </CommentFormProvider>
  )
  renderRoutes([{ path: '/', Component }], '/', visit)
  const button = await screen.findByRole('button', { name: 'Add comment' })
  const reason = 'You need 50 reputation to comment. You have 3. You earn reputation when'
  expect(
    document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  ).toMatch(reason)
  fireEvent.click(button)
  expect((await screen.findByRole('tooltip')).textContent).toMatch(reason)
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('tells instead of the answer form how much reputation is missing', async () => {
  const question = {
    id: '1',
    status: questionStatuses.open,
    answered: false,
    first_answer_id: '0',
    is_locked: false,
    protected_rank: 0,
    user_info: { id: '2' },
  }
  const Component = () => (
    <AnswerSection
      question={question}
      canAnswerAgain={false}
      hasTip={false}
      idempotencyKey=""
      rejected={undefined}
    />
  )
  renderRoutes([{ path: '/', Component }], '/', visit)
  await screen.findByText(/You need 20 reputation to answer questions\. You have 3\./)
  expect(screen.queryByRole('button', { name: 'Post answer' })).toBeNull()
})
