/** New or edited content, before it is saved. */
export type ReviewedContent = {
  readonly objectType: 'question' | 'answer' | 'comment'
  readonly change: 'new' | 'edit'
  /** Empty for answers and comments. */
  readonly title: string
  /** As written, in Markdown. */
  readonly text: string
  readonly html: string
  /** URLs of links and images that lead to other sites. */
  readonly links: readonly string[]
  /** Slugs of a question's tags. */
  readonly tags: readonly string[]
  readonly author: {
    readonly id: string
    readonly role: 'user' | 'moderator' | 'admin'
    readonly reputation: number
    readonly ageInDays: number
    readonly approvedQuestions: number
    readonly approvedAnswers: number
  }
  /** The language of the request, such as `en_US`. */
  readonly language: string
  readonly ip: string
  readonly userAgent: string
}

/** `hold` waits for a moderator; `reject` saves nothing. Moderators see the reason. */
export type ReviewResult =
  | { readonly verdict: 'approve' }
  | { readonly verdict: 'hold' | 'reject'; readonly reason: string }

/**
 * Decides whether content is published at once. Reviewers are asked one after the other until one does not approve. One
 * that fails or takes longer than two seconds approves. Content of staff is not reviewed.
 */
export type Reviewer = {
  /** Shown to moderators. */
  readonly name: string
  review(content: ReviewedContent): ReviewResult | Promise<ReviewResult>
}
