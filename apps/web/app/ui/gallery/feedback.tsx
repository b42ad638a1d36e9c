import { Banner } from '../banner.tsx'
import { ButtonLink } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { Notice } from '../notice.tsx'
import { Progress, Steps } from '../progress.tsx'
import { LinesSkeleton, PostSkeleton, RowsSkeleton } from '../skeleton.tsx'
import { TextButton } from '../text-button.tsx'
import { Sample } from './sample.tsx'

function Words() {
  return (
    <Sample title="Notices and banners">
      <Notice title="Edits to this post are reviewed first.">
        Two other members will look at yours.
      </Notice>
      <Notice tone="ok" title="Your address is confirmed.">
        Welcome to the porch.
      </Notice>
      <Notice
        tone="warn"
        title="Closed as a duplicate."
        actions={
          <>
            <TextButton>Edit and ask to reopen</TextButton>
            <TextButton>Vote to reopen, 1 of 3</TextButton>
          </>
        }
      >
        This question already has an answer. New answers go there.
      </Notice>
      <Notice tone="bad" title="Your answer was not posted.">
        The connection dropped; the draft is safe on this device.
      </Notice>
      <div className="border border-b-0 border-line">
        <Banner end={<TextButton>Send it again</TextButton>}>Confirm your address to post.</Banner>
        <Banner tone="warn">You are offline. What you write is kept on this device.</Banner>
      </div>
    </Sample>
  )
}

export function FeedbackSamples() {
  return (
    <>
      <Words />
      <Sample title="Empty, error">
        <EmptyState
          headingLevel={3}
          title="The porch is quiet"
          action={<ButtonLink href="/questions">See all unanswered</ButtonLink>}
        >
          No unanswered questions in the tags you follow. Follow a few more, or look at everything.
        </EmptyState>
        <ErrorState
          code="404"
          title="Nothing stands here"
          actions={<ButtonLink href="/">Back to the questions</ButtonLink>}
          reference="If you followed a link on this site, tell us."
        >
          The page was moved, or it never was.
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
