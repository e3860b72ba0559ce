-- The number that a bank gives a payment, as payments keep it (`normaliseReference`): only what a number may have.
CREATE FUNCTION payment_number(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN upper(regexp_replace($1 COLLATE "C", '[^A-Za-z0-9/._:#]+', '', 'g'));
