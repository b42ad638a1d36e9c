const recentSeconds = 10 * 60

type Posted = { create_time: number; user_info: { id: string } }
type Page = { question: Posted; answers: readonly Posted[] }

/** What the viewer has just posted on the page: an answer, or else the question. */
export function findRecentPost(
  { question, answers }: Page,
  viewerId: string,
  now: number,
): 'question' | 'answer' | null {
  const isRecent = ({ create_time: time, user_info: author }: Posted) =>
    author.id === viewerId && now - time < recentSeconds
  if (answers.some(isRecent)) return 'answer'
  return isRecent(question) ? 'question' : null
}
