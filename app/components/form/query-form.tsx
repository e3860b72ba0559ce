import { FormProvider, getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useConstraint } from "./form-frame";

/** A form whose values go into the URL for the loader to read. */
export function QueryForm({
  contract,
  className,
  children,
}: {
  contract: string;
  className?: string;
  children: ReactNode;
}) {
  const constraint = useConstraint(contract);
  const [own] = useForm({ ...(constraint && { constraint }), defaultNoValidate: false });
  return (
    <FormProvider context={own.context}>
      <Form
        {...getFormProps(own)}
        noValidate={false}
        method="get"
        preventScrollReset
        {...(className && { className })}
      >
        {children}
      </Form>
    </FormProvider>
  );
}
