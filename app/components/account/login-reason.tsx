/** Why a login is shown in place of a page: a session ended, or a link needs one. */
export const LoginReason = ({ reason }: { reason: string | null }) =>
  reason && (
    <p className="note" role="status">
      {reason}
    </p>
  );
