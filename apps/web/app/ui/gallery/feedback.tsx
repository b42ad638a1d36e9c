import { Banner } from '../banner.tsx'
import { ButtonLink } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { Notice } from '../notice.tsx'
import { Progress, Steps } from '../progress.tsx'
import { LinesSkeleton, PostSkeleton, RowsSkeleton } from '../skeleton.tsx'
import { TextButton } from '../text-button.tsx'
import { Sample } from './sample.tsx'

function Messages() {
  return (
    <Sample title="Notices and banners">
      <Notice title="Edits to this post are reviewed.">
        Two other members must approve your edit.
      </Notice>
      <Notice tone="ok" title="Email confirmed.">
        Welcome to Stoa.
      </Notice>
      <Notice
        tone="warn"
        title="Closed as a duplicate."
        actions={
          <>
            <TextButton>Edit question</TextButton>
            <TextButton>Reopen question</TextButton>
          </>
        }
      >
        This question already has an answer here.
      </Notice>
      <Notice tone="bad" title="Your answer was not posted.">
        Connection lost. Your draft is saved on this device.
      </Notice>
      <div className="border border-b-0 border-line">
        <Banner end={<TextButton>Resend email</TextButton>}>Confirm your email to post.</Banner>
        <Banner tone="warn">You are offline. Drafts are saved on this device.</Banner>
      </div>
    </Sample>
  )
}

export function FeedbackSamples() {
  return (
    <>
      <Messages />
      <Sample title="Empty, error">
        <EmptyState
          headingLevel={3}
          title="No unanswered questions"
          action={<ButtonLink href="/questions">View all unanswered</ButtonLink>}
        >
          There are no unanswered questions in the tags you follow.
        </EmptyState>
        <ErrorState
          code="404"
          title="Page not found"
          actions={<ButtonLink href="/">Back to questions</ButtonLink>}
          reference="If you followed a link on this site, please report it."
        >
          The page may have been moved or deleted.
        </ErrorState>
      </Sample>
      <Sample title="Loading">
        <RowsSkeleton label="Loading questions" count={3} />
        <PostSkeleton label="Loading the question" />
        <LinesSkeleton label="Loading" count={3} />
        <Progress label="Uploading" value={0.4} />
        <Progress label="Failed" value={0.7} tone="bad" />
        <Progress label="Working" />
        <Steps
          label="Installation"
          steps={[
            { label: 'Language', state: 'done', stateLabel: 'done' },
            { label: 'Database', state: 'current' },
            { label: 'Site', state: 'next' },
          ]}
        />
      </Sample>
    </>
  )
}
