import { data } from 'react-router'
import type { FormProblem } from '../../../kernel/rejections.ts'
import { removeLocalDraft } from './browser-store.ts'
import { findOpenDraft, waitForSaves } from './pending-saves.ts'

/** The form was not submitted and keeps its values. */
export type UnsentForm = { problem: FormProblem; values: {}; isUnsent: true }

/**
 * Submits the form of a hydrated page. The local draft is removed only after a successful post; on a network or server
 * error the form keeps its values and shows a message.
 */
export async function submitWithDraft<Result>(
  submit: () => Promise<Result>,
): Promise<Result | ReturnType<typeof data<UnsentForm>>> {
  const draft = findOpenDraft()
  await waitForSaves()
  try {
    return await submit()
  } catch (error) {
    if (error instanceof Response) {
      if (draft !== null && isRedirectToQuestion(error)) removeLocalDraft(draft.key)
      throw error
    }
    if (draft === null || isErrorPage(error)) throw error
    const message = { kind: 'alert' as const, text: draft.failureMessage }
    // An error status prevents revalidation, which would fail as well.
    return data(
      { problem: { fields: {}, message }, values: {}, isUnsent: true as const },
      { status: 503 },
    )
  }
}

/** A successful post redirects to its question; an expired session redirects to the login page. */
function isRedirectToQuestion(response: Response): boolean {
  return /^\/questions\/\w/.test(response.headers.get('location') ?? '')
}

/** Client errors have their own page, for example when the post was deleted. */
function isErrorPage(error: unknown): boolean {
  const status = error !== null && typeof error === 'object' && 'status' in error && error.status
  return typeof status === 'number' && status >= 400 && status < 500
}
