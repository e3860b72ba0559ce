/** A text whose order numbers stay in one line: a browser may break them at their hyphen. */
export const NoWrapOrderNumbers = ({ text }: { text: string }) =>
  text.split(/(PUR-\d+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
