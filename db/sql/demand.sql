-- Fails unless `ok` is true: for what must not be committed where COMMIT travels with its statement.
CREATE FUNCTION demand(ok boolean, code text, message text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ok IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message;
  END IF;
END
$$;
